import { z } from "zod";
import { idSchema, pageOf } from "./fields.ts";
import { kindOperation, withArticle } from "./kind-operations.ts";
import { documentListQuery, flagSchema } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

interface AdministeredKind<Shape, Create, Created, Update> {
  /** Singular, as in entityType: api-key. */
  readonly name: string;
  readonly plural: string;
  readonly shape: Shape;
  readonly create: Create;
  /** What a create answers; it may hold a secret that is shown this once. */
  readonly created: Created;
  readonly update: Update;
  /** What its ids look like, where they are not made by the service. */
  readonly id?: z.ZodType<string>;
}

export const dryRunParameter = flagSchema.optional().describe("Answers what would be written, and writes nothing.");

const writeQuery = z.strictObject({
  dryRun: dryRunParameter,
  force: flagSchema.optional().describe("Accepts that what is stored may no longer fit."),
});

export type AdministeredOperations<
  Shape extends z.ZodType,
  Create extends z.ZodType,
  Created extends z.ZodType,
  Update extends z.ZodType,
> = ReturnType<typeof operationsOf<Shape, Create, Created, Update>>;

/** The five verbs on a kind that is kept in tables of its own, such as users and types. */
export function administeredOperations<
  Shape extends z.ZodObject,
  Create extends z.ZodType,
  Created extends z.ZodType,
  Update extends z.ZodRawShape,
>(kind: AdministeredKind<Shape, Create, Created, Update>) {
  const id = kind.name.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return operationsOf({ ...kind, update: updateBody(kind.shape, kind.update).meta({ id: `${id}Update` }) });
}

/** A change of the fields sent. Whoever has read something may send it back whole: what cannot be changed is ignored. */
export function updateBody<Update extends z.ZodRawShape>(shape: z.ZodObject, update: Update) {
  return z.strictObject({ ...echoesOf(shape), ...conditionShape, ...update });
}

/** What the server compares with what is stored. */
const conditionShape = {
  id: z.unknown().optional().describe("As it was read, or left out; another one is refused."),
  version: z.int().optional().describe("The version that was read; another current one answers 412."),
} as const;

/** Not even looked at, and gone once the body is parsed. */
const echoSchema = z
  .unknown()
  .transform(() => undefined)
  .optional()
  .describe("May come back as it was read; it is ignored.");

/** What every kind takes back, also one that does not show all of them. */
const commonFields = ["entityType", "typePath", "createdOn", "updatedOn", "createdById", "updatedById"];

/** The type does not name them, because nobody behind the parser gets to see them. */
function echoesOf({ shape }: z.ZodObject): Readonly<Record<never, never>> {
  return Object.fromEntries([...commonFields, ...Object.keys(shape)].map((field) => [field, echoSchema]));
}

function operationsOf<
  Shape extends z.ZodType,
  Create extends z.ZodType,
  Created extends z.ZodType,
  Update extends z.ZodType,
>(kind: AdministeredKind<Shape, Create, Created, Update>) {
  return { ...readingOperations(kind), ...writingOperations(kind) };
}

function oneOf({ plural, id }: { readonly plural: string; readonly id?: z.ZodType<string> }) {
  return { path: `/${plural}/{id}`, params: z.strictObject({ id: id ?? idSchema }) } as const;
}

function readingOperations<Shape extends z.ZodType>(kind: {
  readonly name: string;
  readonly plural: string;
  readonly shape: Shape;
  readonly id?: z.ZodType<string>;
}) {
  const { name, plural } = kind;
  return {
    list: defineOperation({
      ...kindOperation(kind),
      id: `list-${plural}`,
      method: "GET",
      path: `/${plural}`,
      summary: `List ${plural}`,
      query: documentListQuery,
      answers: {
        200: {
          description: "A page, oldest first unless ordered otherwise.",
          body: pageOf(kind.shape).extend({ total: z.int().optional() }),
        },
      },
      errors: ["not-found", "invalid-query-object"],
    }),
    get: defineOperation({
      ...kindOperation(kind),
      ...oneOf(kind),
      id: `get-${name}`,
      method: "GET",
      summary: `Read ${withArticle(name)}`,
      requestHeaders: ["If-None-Match"],
      answers: { 200: { description: "Found.", body: kind.shape }, 304: { description: "As If-None-Match says." } },
      errors: ["not-found"],
    }),
  };
}

function writingOperations<Create extends z.ZodType, Created extends z.ZodType, Update extends z.ZodType>(
  kind: AdministeredKind<z.ZodType, Create, Created, Update>,
) {
  const { name, plural } = kind;
  return {
    create: defineOperation({
      ...kindOperation(kind),
      id: `create-${name}`,
      method: "POST",
      path: `/${plural}`,
      summary: `Create ${withArticle(name)}`,
      query: writeQuery,
      body: kind.create,
      answers: { 201: { description: "Created.", body: kind.created } },
      errors: ["forbidden", "not-found", "conflict"],
    }),
    update: defineOperation({
      ...kindOperation(kind),
      ...oneOf(kind),
      id: `update-${name}`,
      method: "PUT",
      summary: `Change the fields sent of ${withArticle(name)}`,
      query: writeQuery,
      requestHeaders: ["If-Match"],
      body: kind.update,
      answers: { 200: { description: "Changed, or the same as before.", body: kind.shape } },
      errors: ["forbidden", "not-found", "conflict", "version-mismatch"],
    }),
    remove: defineOperation({
      ...kindOperation(kind),
      ...oneOf(kind),
      id: `delete-${name}`,
      method: "DELETE",
      summary: `Delete ${withArticle(name)}`,
      query: writeQuery,
      requestHeaders: ["If-Match"],
      answers: { 204: { description: "Deleted." } },
      errors: ["forbidden", "not-found", "conflict", "version-mismatch"],
    }),
  };
}
