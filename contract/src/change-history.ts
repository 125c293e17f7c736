import { z } from "zod";
import { entityKinds } from "./entity-kinds.ts";
import {
  actorReferenceSchema,
  idSchema,
  pageOf,
  pageQueryShape,
  pageShape,
  shownJsonSchema,
  timeSchema,
} from "./fields.ts";
import { defineOperation, type ListNames } from "./operation.ts";

/** The kinds whose changes are recorded: all product data and its types. */
export const typesWithHistory = [
  ...entityKinds.map(({ name }) => name),
  "entity-type",
  "option-set",
  "event-workflow",
  "webhook",
  "role",
  "org",
] as const;

export const changeActions = ["create", "update", "delete"] as const;
export type ChangeAction = (typeof changeActions)[number];

export const changeSources = ["api", "console", "loader", "workflow", "cli", "mcp"] as const;

export const cursorSchema = z.string().meta({
  id: "ChangeCursor",
  description: "A position in the change log. Opaque; later positions sort after earlier ones.",
});

export const propertyDiffSchema = z
  .object({ propertyName: z.string(), oldValue: shownJsonSchema, newValue: shownJsonSchema })
  .meta({ id: "PropertyDiff" });

const changeRecordSchema = z
  .object({
    id: cursorSchema,
    entityType: z.string().describe("The root type of the changed entity."),
    entityReference: z.string().describe("<entityType>:<id>"),
    entityId: z.string(),
    federatedId: z
      .string()
      .optional()
      .describe("The external ID of the entity after the change, or before it was deleted. Absent if it had none."),
    typePath: z.string(),
    action: z.enum(changeActions),
    createdOn: timeSchema,
    createdById: z.string().optional(),
    createdBy: actorReferenceSchema.optional(),
    propertyDiffs: z
      .record(z.string(), propertyDiffSchema)
      .describe(
        "By slug; null if empty. On create and delete, the full state. Fields that you may not read are omitted.",
      ),
    changeSetId: z.string().describe("Shared by all changes of a request, batch, load or workflow task."),
    source: z.enum(changeSources),
    sourceId: z.string().optional().describe("The load, process or request that caused the change."),
    entityVersion: z.int(),
  })
  .meta({ id: "ChangeRecord" });

const criteriaExplanations: Readonly<Record<string, string>> = {
  entityType: "entityType (a type or a list of types, singular or plural; the path of a subtype includes all below it)",
  createdOn:
    "createdOn (BETWEEN a and b, or an object with gt, gte, lt or lte; a date is the whole UTC day, both ends included)",
  typePath: "typePath (the path and all below it)",
  changed: "changed (a slug that was changed)",
};

/** What the parameter criteria may have. */
export function changeCriteriaDescription(keys: readonly string[]): string {
  const explained = keys.map((key) => criteriaExplanations[key] ?? key);
  return `An object as jsurl or URL-encoded JSON with any of: ${explained.join(", ")}.`;
}

const criteria = {
  entityType: undefined,
  entityReference: undefined,
  createdOn: undefined,
  action: changeActions,
  createdById: undefined,
  changeSetId: undefined,
  source: changeSources,
  typePath: undefined,
  changed: undefined,
} as const;

const searchShape = {
  criteria: z
    .string()
    .optional()
    .describe(changeCriteriaDescription(Object.keys(criteria))),
  entityType: z.string().min(1).max(64).optional().describe("Same as in criteria."),
} as const;

/** The fields of a record that order may name. */
export const changeOrders = [
  "createdOn",
  "id",
  "entityType",
  "entityReference",
  "entityId",
  "typePath",
  "action",
  "createdById",
  "changeSetId",
  "source",
  "sourceId",
  "entityVersion",
] as const;

export const changeCriteriaNames = {
  criteria,
  order: changeOrders,
  fields: [],
  hasGroups: false,
  example: { entityType: "item" },
} as const satisfies ListNames;

const afterSchema = z
  .string()
  .optional()
  .describe(
    "A cursor, beginning or now: returns the records after it in log order, oldest first. Continue with coveredUntil, even if no record matched.",
  );

const waitSecondsMax = 30;

export const listChanges = defineOperation({
  id: "list-changes",
  method: "GET",
  path: "/change-history",
  summary: "Search the change history, or follow it with after",
  description:
    "Without after: searches the log by criteria, newest first. With after: returns the records after a cursor in commit order, and wait holds the response until there are some. Follow the log with after and coveredUntil to read every change once.",
  tag: "change-history",
  access: "any",
  query: z.strictObject({
    ...searchShape,
    order: z
      .string()
      .optional()
      .describe(
        "An object {orderField, order} as jsurl or URL-encoded JSON: any field of the record except createdBy and propertyDiffs, asc or desc in any case. Default: createdOn, desc.",
      ),
    after: afterSchema,
    wait: z
      .string()
      .regex(/^\d{1,2}$/, `Must be a whole number of seconds from 0 to ${waitSecondsMax}.`)
      .transform(Number)
      .pipe(z.int().min(0).max(waitSecondsMax))
      .optional()
      .describe("With after: seconds to wait for new records."),
    ...pageQueryShape,
  }),
  names: changeCriteriaNames,
  answers: {
    200: {
      description:
        "A page. It may hold fewer records than limit, or none, even if there are more, because each request scans a limited number of records. Continue while nextPageKey is present, and with after from coveredUntil.",
      body: z
        .object({
          ...pageShape(changeRecordSchema),
          coveredUntil: cursorSchema.describe(
            "With after: the cursor to continue from. Otherwise: the cursor to use with after once all pages are read.",
          ),
          coveredUntilTime: timeSchema.describe(
            "The time up to which the pages read so far hold every match: start the next range here after the last page. With after, the time of coveredUntil.",
          ),
        })
        .meta({ id: "ChangeRecordPage" }),
    },
  },
  errors: ["invalid-query-object", "not-found", "cursor-gone"],
});

export const exportChanges = defineOperation({
  id: "export-changes",
  method: "GET",
  path: "/change-history/export",
  summary: "Stream all matching records, oldest first",
  description:
    "Streams records as NDJSON, in the order of the log, up to its end when the export started. Continue later with after and the cursor of X-Covered-Until.",
  tag: "change-history",
  access: "any",
  query: z.strictObject({ ...searchShape, after: afterSchema }),
  names: changeCriteriaNames,
  answers: {
    200: {
      headers: ["X-Covered-Until"],
      description:
        "One record per line, up to the end of the log when the export started. X-Covered-Until is its cursor. An interrupted stream is incomplete: continue with after and the id of the last complete line.",
      mediaType: "application/x-ndjson",
      body: z.string(),
    },
  },
  errors: ["invalid-query-object", "not-found", "cursor-gone"],
});

const consumerNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/, "A name has 1 to 100 of the characters A–Z a–z 0–9 . _ -");

const changeConsumerSchema = z
  .object({
    name: z.string(),
    cursor: cursorSchema,
    cursorTime: timeSchema,
    lag: z.int().describe("The number of records after the cursor."),
    updatedOn: timeSchema,
    updatedById: idSchema.optional(),
    ownerId: idSchema.optional().describe("The app or user that owns the consumer. Absent: administrators only."),
    ownerName: z.string().optional().describe("The owner's name, while the owner exists."),
  })
  .meta({ id: "ChangeConsumer" });

const consumer = {
  tag: "change-history",
  access: "any",
  path: "/change-consumers/{name}",
  params: z.strictObject({ name: consumerNameSchema }),
} as const;

/** Named readers of the log whose cursor the service stores. */
export const changeConsumerOperations = {
  list: defineOperation({
    id: "list-change-consumers",
    method: "GET",
    path: "/change-consumers",
    summary: "List your change history consumers with their lag; administrators list all",
    description: "Returns a page of consumers, by name. Administrators see the consumers of all apps and users.",
    tag: "change-history",
    access: "any",
    query: z.strictObject(pageQueryShape),
    answers: { 200: { description: "A page, by name.", body: pageOf(changeConsumerSchema) } },
    errors: ["not-found"],
  }),
  get: defineOperation({
    ...consumer,
    id: "get-change-consumer",
    method: "GET",
    summary: "Read a consumer's cursor and lag",
    description: "Returns the stored cursor of a consumer and the number of records after it.",
    answers: { 200: { description: "Found.", body: changeConsumerSchema } },
    errors: ["not-found"],
  }),
  put: defineOperation({
    ...consumer,
    id: "put-change-consumer",
    method: "PUT",
    createsAtPath: true,
    summary: "Set a consumer's cursor; the first call creates the consumer for the caller",
    description:
      "Stores the position up to which the caller has processed the log, so that it can continue there after a restart.",
    body: z
      .strictObject({
        cursor: z
          .string()
          .optional()
          .describe("A cursor, beginning or now. Required unless ownerId is sent for an existing consumer."),
        ownerId: idSchema.optional().describe("Transfers the consumer to another app or user. Administrators only."),
      })
      .meta({ id: "ChangeConsumerUpdate" }),
    answers: { 200: { description: "Stored.", body: changeConsumerSchema } },
    errors: ["forbidden", "not-found", "conflict", "cursor-gone"],
  }),
  remove: defineOperation({
    ...consumer,
    id: "delete-change-consumer",
    method: "DELETE",
    summary: "Delete a consumer",
    description: "Removes a consumer and its cursor. The change log does not change.",
    answers: { 204: { description: "Deleted." } },
    errors: ["not-found"],
  }),
};
