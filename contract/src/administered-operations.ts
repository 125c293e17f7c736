import { z } from "zod";
import { idSchema, pageOf } from "./fields.ts";
import { kindOperation, withArticle } from "./kind-operations.ts";
import { documentListQuery, flagSchema, namesOfShape } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

interface AdministeredKind<Shape, Create, Created, Update> {
  /** Singular, as in entityType: api-key. */
  readonly name: string;
  readonly plural: string;
  readonly shape: Shape;
  readonly create: Create;
  /** The response to a create; may contain a secret that is shown only once. */
  readonly created: Created;
  readonly update: Update;
  /** The format of its ids, if the service does not generate them. */
  readonly id?: z.ZodType<string>;
}

export const dryRunParameter = flagSchema.optional().describe("Returns what would be written without writing it.");

const writeQuery = z.strictObject({
  dryRun: dryRunParameter,
  force: flagSchema.optional().describe("Applies the change even if stored data would no longer be valid."),
});

export type AdministeredOperations<
  Shape extends z.ZodObject,
  Create extends z.ZodType,
  Created extends z.ZodType,
  Update extends z.ZodType,
> = ReturnType<typeof operationsOf<Shape, Create, Created, Update>>;

/** The five operations on a kind with its own tables, such as users and types. */
export function administeredOperations<
  Shape extends z.ZodObject,
  Create extends z.ZodType,
  Created extends z.ZodType,
  Update extends z.ZodRawShape,
>(kind: AdministeredKind<Shape, Create, Created, Update>) {
  const id = kind.name.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return operationsOf({ ...kind, update: updateBody(kind.shape, kind.update).meta({ id: `${id}Update` }) });
}

/** Updates the fields sent. Callers may send back a whole object: fields that cannot be changed are ignored. */
export function updateBody<Update extends z.ZodRawShape>(shape: z.ZodObject, update: Update) {
  return z.strictObject({ ...echoesOf(shape), ...conditionShape, ...update });
}

/** Compared with the stored values. */
const conditionShape = {
  id: z.unknown().optional().describe("Optional. Must equal the stored id."),
  version: z.int().optional().describe("The version that was read. Returns 412 if the current version differs."),
} as const;

/** Not validated, and removed when the body is parsed. */
const echoSchema = z
  .unknown()
  .transform(() => undefined)
  .optional()
  .describe("Accepted for round trips; ignored.");

/** Accepted by every kind, even if it does not return all of them. */
const commonFields = ["entityType", "typePath", "createdOn", "updatedOn", "createdById", "updatedById"];

/** Not part of the type, because the parser removes them. */
function echoesOf({ shape }: z.ZodObject): Readonly<Record<never, never>> {
  return Object.fromEntries([...commonFields, ...Object.keys(shape)].map((field) => [field, echoSchema]));
}

function operationsOf<
  Shape extends z.ZodObject,
  Create extends z.ZodType,
  Created extends z.ZodType,
  Update extends z.ZodType,
>(kind: AdministeredKind<Shape, Create, Created, Update>) {
  return { ...readingOperations(kind), ...writingOperations(kind) };
}

function oneOf({ plural, id }: { readonly plural: string; readonly id?: z.ZodType<string> }) {
  return { path: `/${plural}/{id}`, params: z.strictObject({ id: id ?? idSchema }) } as const;
}

function readingOperations<Shape extends z.ZodObject>(kind: {
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
      names: namesOfShape(kind.shape),
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
      answers: { 200: { description: "Found.", body: kind.shape }, 304: { description: "Not modified." } },
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
      summary: `Update ${withArticle(name)}`,
      query: writeQuery,
      requestHeaders: ["If-Match"],
      body: kind.update,
      answers: {
        200: {
          description: "Updated, or already up to date. Fields that are not sent keep their values.",
          body: kind.shape,
        },
      },
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
