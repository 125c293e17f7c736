import { z } from "zod";
import { countedPageOf, idSchema } from "./fields.ts";
import { kindOperation, withArticle } from "./kind-operations.ts";
import { documentListQuery, flagSchema, namesOfShape } from "./list-query.ts";
import { defineOperation, notModified } from "./operation.ts";

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

const writeQueryShape = {
  dryRun: dryRunParameter,
  force: flagSchema.optional().describe("Applies the change even if stored data would no longer be valid."),
} as const;

const writeQuery = z.strictObject(writeQueryShape);

/** For a kind whose delete has parameters of its own. */
export function deleteQuery<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ ...writeQueryShape, ...shape });
}

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

/** A kind in a sentence: API key, event workflow. */
function labelOf(name: string): string {
  return name.replaceAll("-", " ").replace(/^api /, "API ");
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
      summary: `List ${labelOf(plural)}`,
      description: `Returns a page of the ${labelOf(plural)} that the credential may see. criteria filters by any field.`,
      query: documentListQuery,
      names: namesOfShape(kind.shape),
      answers: {
        200: {
          description: "A page, oldest first unless ordered otherwise.",
          body: countedPageOf(kind.shape),
        },
      },
      errors: ["not-found", "invalid-query-object"],
    }),
    get: defineOperation({
      ...kindOperation(kind),
      ...oneOf(kind),
      id: `get-${name}`,
      method: "GET",
      summary: `Read ${withArticle(labelOf(name))}`,
      description: "Its version is the ETag: send it in If-Match to change only the version that you read.",
      requestHeaders: ["If-None-Match"],
      answers: { 200: { description: "Found.", body: kind.shape, headers: ["ETag"] }, 304: notModified },
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
      summary: `Create ${withArticle(labelOf(name))}`,
      description:
        "Checks the whole request and reports all errors at once. dryRun returns the result without writing it.",
      query: writeQuery,
      body: kind.create,
      answers: { 201: { description: "Created.", body: kind.created, headers: ["ETag", "Location"] } },
      errors: ["forbidden", "not-found", "conflict"],
    }),
    update: defineOperation({
      ...kindOperation(kind),
      ...oneOf(kind),
      id: `update-${name}`,
      method: "PUT",
      summary: `Update ${withArticle(labelOf(name))}`,
      description:
        "Changes the fields that are sent. You can send back the whole object as you read it: fields that cannot be changed are ignored.",
      query: writeQuery,
      requestHeaders: ["If-Match"],
      body: kind.update,
      answers: {
        200: {
          description: "Updated, or already up to date.",
          body: kind.shape,
          headers: ["ETag"],
        },
      },
      errors: ["forbidden", "not-found", "conflict", "version-mismatch"],
    }),
    remove: defineOperation({
      ...kindOperation(kind),
      ...oneOf(kind),
      id: `delete-${name}`,
      method: "DELETE",
      summary: `Delete ${withArticle(labelOf(name))}`,
      description:
        "Returns 409 while something else needs it. force applies the deletion even if stored data would no longer be valid.",
      query: writeQuery,
      requestHeaders: ["If-Match"],
      answers: { 204: { description: "Deleted." } },
      errors: ["forbidden", "not-found", "conflict", "version-mismatch"],
    }),
  };
}
