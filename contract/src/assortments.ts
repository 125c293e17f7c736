import { z } from "zod";
import { changeSources } from "./change-history.ts";
import { actorReferenceSchema, idSchema, pageOf, pageQueryShape, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { flagSchema } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

/** Maximum number of items added or removed per request. */
const itemIdsMax = 10_000;

const summarySchema = z
  .object({
    itemCount: z.int().describe("The number of items in the assortment."),
    familyCount: z.int().describe("The number of families among them."),
    optionCount: z.int().describe("The number of options among them."),
    updatedOn: timeSchema.describe("When it was last published."),
  })
  .meta({ id: "AssortmentSummary", description: "Item counts at the last publish." });

const publishChangeShape = {
  id: idSchema,
  assortmentId: idSchema,
  adds: z.int().describe("Items added."),
  updates: z.int().describe("Items changed."),
  deletes: z.int().describe("Items removed."),
  summary: summarySchema,
  createdOn: timeSchema,
  createdById: idSchema,
  createdBy: actorReferenceSchema,
  changeSetId: z.string().describe("Shared with the change records of the publish."),
  source: z.enum(changeSources),
  sourceId: z.string().optional().describe("The load, process or request that caused it."),
  baselineUrl: z.string().describe("The URL of the published items."),
} as const;

const publishChangeSchema = z
  .object(publishChangeShape)
  .meta({ id: "AssortmentPublishChange", description: "One publish of an assortment." });

const memberStateSchema = z
  .record(z.string(), z.unknown())
  .describe("The published fields of the assortment item that you may read.");

const publishDetailSchema = z
  .object({
    action: z.enum(["add", "update", "delete"]),
    assortmentItemId: idSchema,
    itemId: idSchema.optional(),
    before: memberStateSchema.optional(),
    after: memberStateSchema.optional(),
  })
  .meta({ id: "AssortmentPublishDetail" });

const itemsBody = z
  .strictObject({ itemIds: z.array(idSchema).min(1).max(itemIdsMax) })
  .meta({ id: "AssortmentItemIds", description: `Up to ${itemIdsMax} items.` });

const publishedShape = {
  assortmentId: idSchema,
  publishChangeId: idSchema
    .optional()
    .describe("The publish in the history. Absent for a dry run, and if nothing changed since the last publish."),
  summary: summarySchema.optional().describe("Absent if the assortment was never published."),
} as const;

const itemsAnswer = z
  .object({
    ...publishedShape,
    items: z
      .array(
        z
          .object({
            itemId: idSchema,
            outcome: z.enum(["added", "unchanged", "removed", "absent"]),
            assortmentItemId: idSchema.optional(),
          })
          .meta({ id: "AssortmentItemOutcome" }),
      )
      .describe(
        "One result per item, in order. unchanged: it was already in the assortment. absent: it was not in it.",
      ),
  })
  .meta({ id: "AssortmentItemsAnswer" });

const publishAnswer = z
  .object({ ...publishedShape, isPublished: z.boolean().describe("false if nothing changed.") })
  .meta({ id: "AssortmentPublishAnswer" });

const common = kindOperation({ name: "assortment", plural: "assortments" });
const assortmentParam = z.strictObject({ id: z.string().min(1).max(512) });
const changeParam = assortmentParam.extend({ changeId: z.string().min(1).max(512) });
const writeQuery = z.strictObject({
  dryRun: flagSchema.optional().describe("Returns what would be written without writing it."),
});
const writtenErrors = ["forbidden", "not-found", "conflict", "version-mismatch"] as const;

/** Operations on assortments beyond the generic ones. */
export const assortmentOperations = {
  addItems: defineOperation({
    ...common,
    id: "add-assortment-items",
    method: "POST",
    path: "/assortments/{id}/items",
    params: assortmentParam,
    summary: "Add items to an assortment and publish it",
    description:
      "Adds up to 10,000 items and publishes the assortment in one step. The response has one result per item.",
    query: writeQuery,
    requestHeaders: ["If-Match", "Idempotency-Key", "Change-Set-Id"],
    isBatch: true,
    body: itemsBody,
    answers: { 200: { headers: ["ETag"], description: "Published, or already up to date.", body: itemsAnswer } },
    errors: [...writtenErrors, "idempotency-key-reused"],
  }),
  removeItems: defineOperation({
    ...common,
    id: "remove-assortment-items",
    method: "DELETE",
    path: "/assortments/{id}/items",
    params: assortmentParam,
    summary: "Remove items from an assortment and publish it",
    description:
      "Removes up to 10,000 items and publishes the assortment in one step. The response has one result per item.",
    query: writeQuery,
    requestHeaders: ["If-Match", "Change-Set-Id"],
    isBatch: true,
    body: itemsBody,
    answers: { 200: { headers: ["ETag"], description: "Published, or already up to date.", body: itemsAnswer } },
    errors: writtenErrors,
  }),
  publish: defineOperation({
    ...common,
    id: "publish-assortment",
    method: "POST",
    path: "/assortments/{id}/publish",
    params: assortmentParam,
    summary: "Publish the changes of an assortment since its last publish",
    description:
      "Publishes what changed since the last publish, records it in the history of the assortment and raises assortment|publish. Without changes nothing is recorded.",
    query: writeQuery,
    requestHeaders: ["If-Match", "Idempotency-Key", "Change-Set-Id"],
    answers: { 200: { headers: ["ETag"], description: "Published, or no changes to publish.", body: publishAnswer } },
    errors: [...writtenErrors, "idempotency-key-reused"],
  }),
  listHistory: defineOperation({
    ...common,
    id: "list-assortment-history",
    method: "GET",
    path: "/assortments/{id}/history",
    params: assortmentParam,
    summary: "List the publishes of an assortment, newest first",
    description: "Returns a page of publishes with their counts. Each has a URL for all items that it published.",
    query: z.strictObject(pageQueryShape),
    answers: { 200: { description: "A page.", body: pageOf(publishChangeSchema) } },
    errors: ["not-found"],
  }),
  getPublishChange: defineOperation({
    ...common,
    id: "get-assortment-publish-change",
    method: "GET",
    path: "/assortments/{id}/history/{changeId}",
    params: changeParam,
    summary: "Read a publish of an assortment with its changes",
    description:
      "Returns what a publish added, changed and removed, in pages ordered by item. A page may be short: items that the credential may not read are omitted.",
    query: z.strictObject(pageQueryShape),
    answers: {
      200: {
        description:
          "The publish and a page of its details, by item. A page may be short: items you may not read are omitted.",
        body: z
          .object({
            ...publishChangeShape,
            details: z.array(publishDetailSchema),
            nextPageKey: z.string().optional().describe("Present if there are more details."),
          })
          .meta({ id: "AssortmentPublish" }),
      },
    },
    errors: ["not-found"],
  }),
  readBaseline: defineOperation({
    ...common,
    id: "read-assortment-baseline",
    method: "GET",
    path: "/assortments/{id}/history/{changeId}/baseline",
    params: changeParam,
    summary: "Stream all published items of an assortment",
    description: "Streams the state that a publish produced as NDJSON: one assortment item per line, ordered by item.",
    answers: {
      200: {
        description: "One assortment item per line, ordered by item. Items that you may not read are omitted.",
        mediaType: "application/x-ndjson",
        body: z.string(),
      },
    },
    errors: ["not-found"],
  }),
};
