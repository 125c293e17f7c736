import { z } from "zod";
import { aggregateOperation } from "./aggregates.ts";
import { entityDeletePlanSchema, entityDraftShape, entityShape, schemaName } from "./entity-fields.ts";
import { type EntityKindName, entityKinds } from "./entity-kinds.ts";
import { restoreOperation } from "./entity-restore.ts";
import { countedPageOf } from "./fields.ts";
import { kindOperation, withArticle } from "./kind-operations.ts";
import { entityListQuery, fieldsParameter, flagSchema, includeParameter, relationsParameter } from "./list-query.ts";
import { defineOperation, notModified } from "./operation.ts";
import { problemSchema } from "./problem.ts";

/** Maximum number of operations in a batch. */
export const batchOperationsMax = 10_000;

const entityGetQuery = z.strictObject({
  fields: fieldsParameter,
  relations: relationsParameter,
  include: includeParameter,
  asOf: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe("A change history cursor or a time. Returns the state at that point."),
});

const writeQuery = z.strictObject({
  dryRun: flagSchema.optional().describe("Returns what would be written or deleted, without writing it."),
});

const deleteQuery = writeQuery.extend({
  cascade: flagSchema.optional().describe("Also deletes dependent entities and removes other references to it."),
});

const purgeQuery = deleteQuery.extend({
  purge: flagSchema
    .optional()
    .describe(
      "Also deletes its history, the data of runs and deliveries about it, and files that nothing else uses. Cannot be undone. Administrators only; also accepts the id of an entity that was deleted before.",
    ),
});

// Any text is accepted: a text that is not an id returns 404.
const idParam = z.strictObject({ id: z.string().min(1).max(512) });
const federatedIdParam = z.strictObject({ federatedId: z.string().min(1).max(512) });

const deletedAnswers = {
  200: { description: "What would be deleted (dry run).", body: entityDeletePlanSchema },
  204: { description: "Deleted." },
} as const;

const batchProblemSchema = problemSchema
  .partial()
  .meta({ id: "BatchProblem", description: "Why an operation of a batch failed." });

function batchResultShape(name: string, shape: z.ZodType) {
  const result = z
    .object({
      status: z
        .int()
        .describe("The status that the single operation would have returned; 424 if an atomic batch failed."),
      id: z.string().optional(),
      object: shape.optional().describe("Omitted after the first 8 MiB of a response (WEFT_PAGE_BYTES_MAX)."),
      problem: batchProblemSchema.optional(),
    })
    .meta({ id: `${name}BatchResult` });
  return z.object({ results: z.array(result) }).meta({ id: `${name}BatchResults` });
}

function batchShape(name: string, draft: z.ZodType) {
  const operation = z
    .strictObject({
      op: z.enum(["create", "update", "upsert", "delete"]),
      id: z.string().min(1).max(64).optional(),
      federatedId: z.string().min(1).max(512).optional(),
      object: draft.optional(),
    })
    .meta({ id: `${name}BatchOperation` });
  return z
    .strictObject({
      operations: z.array(operation).min(1).max(batchOperationsMax),
      atomic: z.boolean().default(true).describe("true: all operations or none. false: each operation on its own."),
    })
    .meta({ id: `${name}Batch` });
}

interface KindLabels {
  readonly name: EntityKindName;
  readonly plural: string;
  readonly label: string;
}

/** The operations on one kind of product data. */
export function entityOperations(kind: KindLabels) {
  const schemas = { shape: entityShape(kind.name), draft: entityDraftShape(kind.name) };
  return {
    ...readingOperations(kind, schemas.shape),
    ...writingOperations(kind, schemas),
    ...federatedOperations(kind, schemas),
    batch: batchOperation(kind, schemas),
    restore: restoreOperation(kind, schemas.shape),
    aggregate: aggregateOperation(kind),
  };
}

export type EntityOperations = ReturnType<typeof entityOperations>;

const writtenErrors = ["forbidden", "not-found", "conflict", "version-mismatch", "body-too-large"] as const;

interface Schemas {
  readonly shape: ReturnType<typeof entityShape>;
  readonly draft: ReturnType<typeof entityDraftShape>;
}

function foundAnswers(shape: Schemas["shape"]) {
  return { 200: { description: "Found.", body: shape, headers: ["ETag"] }, 304: notModified } as const;
}

function createdAnswer(shape: Schemas["shape"]) {
  return { description: "Created.", body: shape, headers: ["ETag", "Location"] } as const;
}

function updatedAnswers(shape: Schemas["shape"]) {
  const description = "Updated, or already up to date. Fields that are not sent keep their values.";
  return { 200: { description, body: shape, headers: ["ETag"] } } as const;
}

function readingOperations(kind: KindLabels, shape: Schemas["shape"]) {
  const { name, plural, label } = kind;
  return {
    list: defineOperation({
      ...kindOperation(kind),
      id: `list-${plural}`,
      method: "GET",
      path: `/${plural}`,
      summary: `List ${label}s`.replace(/ys$/, "ies"),
      description:
        "Returns a page of the entities that the credential may read, oldest first unless ordered otherwise. criteria filters by any field, q searches text, and relations expands references.",
      query: entityListQuery,
      names: "of-type",
      answers: { 200: { description: "A page.", body: countedPageOf(shape) } },
      errors: ["invalid-query-object"],
    }),
    get: defineOperation({
      ...kindOperation(kind),
      id: `get-${name}`,
      method: "GET",
      path: `/${plural}/{id}`,
      params: idParam,
      summary: `Read ${withArticle(kind.label)}`,
      description:
        "Returns the fields of the kind and the properties of the entity's type that the credential may read. asOf returns an earlier state.",
      query: entityGetQuery,
      requestHeaders: ["If-None-Match"],
      answers: foundAnswers(shape),
      errors: ["not-found", "cursor-gone"],
    }),
  };
}

function writingOperations(kind: KindLabels, { shape, draft }: Schemas) {
  const { name, plural } = kind;
  const byId = { path: `/${plural}/{id}`, params: idParam } as const;
  return {
    create: defineOperation({
      ...kindOperation(kind),
      id: `create-${name}`,
      method: "POST",
      path: `/${plural}`,
      summary: `Create ${withArticle(kind.label)}`,
      description:
        "Checks the values against the entity's type and reports all errors at once. An open type stores undefined properties; a strict type rejects them.",
      query: writeQuery,
      requestHeaders: ["Idempotency-Key", "Change-Set-Id"],
      body: draft,
      answers: {
        200: { description: "The entity that would be created (dry run).", body: shape },
        201: createdAnswer(shape),
      },
      errors: [...writtenErrors, "idempotency-key-reused"],
    }),
    update: defineOperation({
      ...kindOperation(kind),
      ...byId,
      id: `update-${name}`,
      method: "PUT",
      summary: `Update ${withArticle(kind.label)}`,
      description:
        "Changes the fields that are sent; null clears a field. You can send back the whole entity as you read it. If-Match prevents overwriting another change.",
      query: writeQuery,
      requestHeaders: ["If-Match", "Change-Set-Id"],
      body: draft,
      answers: updatedAnswers(shape),
      errors: writtenErrors,
    }),
    remove: defineOperation({
      ...kindOperation(kind),
      ...byId,
      id: `delete-${name}`,
      method: "DELETE",
      summary: `Delete ${withArticle(kind.label)}`,
      description:
        "Returns 409 if other entities depend on it or refer to it, unless cascade is true. The change history keeps its last state.",
      query: purgeQuery,
      requestHeaders: ["If-Match", "Change-Set-Id"],
      answers: deletedAnswers,
      errors: writtenErrors,
    }),
  };
}

function federatedOperations(kind: KindLabels, { shape, draft }: Schemas) {
  const { name, plural } = kind;
  const byFederatedId = {
    ...kindOperation(kind),
    path: `/${plural}/federated/{federatedId}`,
    params: federatedIdParam,
  } as const;
  return {
    getFederated: defineOperation({
      ...byFederatedId,
      id: `get-${name}-by-federated-id`,
      method: "GET",
      summary: `Read ${withArticle(kind.label)} by external ID`,
      description: "Same as reading by id, with the federatedId that your system assigned.",
      query: entityGetQuery.omit({ asOf: true }),
      requestHeaders: ["If-None-Match"],
      answers: foundAnswers(shape),
      errors: ["not-found"],
    }),
    putFederated: defineOperation({
      ...byFederatedId,
      id: `put-${name}-by-federated-id`,
      method: "PUT",
      createsAtPath: true,
      summary: `Create or update ${withArticle(kind.label)} by external ID`,
      description:
        "Creates the entity with this federatedId, or changes the fields that are sent if it exists. Safe to repeat.",
      query: writeQuery,
      requestHeaders: ["If-Match", "Change-Set-Id"],
      body: draft,
      answers: { ...updatedAnswers(shape), 201: createdAnswer(shape) },
      errors: writtenErrors,
    }),
    updateFederated: defineOperation({
      ...byFederatedId,
      id: `update-${name}-by-federated-id`,
      method: "PATCH",
      summary: `Update ${withArticle(kind.label)} by external ID, if it exists`,
      description: "Changes the fields that are sent, and never creates an entity: an unknown federatedId is 404.",
      query: writeQuery,
      requestHeaders: ["If-Match", "Change-Set-Id"],
      body: draft,
      answers: updatedAnswers(shape),
      errors: writtenErrors,
    }),
    removeFederated: defineOperation({
      ...byFederatedId,
      id: `delete-${name}-by-federated-id`,
      method: "DELETE",
      summary: `Delete ${withArticle(kind.label)} by external ID`,
      description: "Same as deleting by id, with the federatedId that your system assigned.",
      query: purgeQuery,
      requestHeaders: ["If-Match", "Change-Set-Id"],
      answers: deletedAnswers,
      errors: writtenErrors,
    }),
  };
}

function batchOperation(kind: KindLabels, { shape, draft }: Schemas) {
  const { plural, label } = kind;
  return defineOperation({
    ...kindOperation(kind),
    id: `batch-${plural}`,
    method: "POST",
    path: `/${plural}/batch`,
    summary: `Create, update and delete ${label}s in one request`.replace(/ys in/, "ies in"),
    description: `Up to ${batchOperationsMax.toLocaleString("en")} operations, in order. Atomic by default: all or none. With atomic: false, each operation succeeds or fails on its own.`,
    query: deleteQuery,
    requestHeaders: ["Idempotency-Key", "Change-Set-Id"],
    isBatch: true,
    body: batchShape(schemaName(kind.name), draft),
    answers: {
      200: { description: "One result per operation, in order.", body: batchResultShape(schemaName(kind.name), shape) },
    },
    errors: [...writtenErrors, "batch-failed", "idempotency-key-reused"],
  });
}

/** The operations on every kind of product data, by the kind. */
export const allEntityOperations = entityKinds.map((kind) => ({ kind, operations: entityOperations(kind) }));
