import { z } from "zod";
import { changeSources } from "./change-history.ts";
import { idSchema, pageOf, pageQueryShape, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { flagSchema } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

/** More items than one call adds or removes. */
const itemIdsMax = 10_000;

const summarySchema = z
  .object({
    itemCount: z.int().describe("Members of the assortment."),
    familyCount: z.int().describe("Those that are families."),
    optionCount: z.int().describe("Those that are options."),
    updatedOn: timeSchema.describe("When it was published last."),
  })
  .meta({ id: "AssortmentSummary", description: "As the last publish has counted it." });

const publishChangeShape = {
  id: idSchema,
  assortmentId: idSchema,
  adds: z.int().describe("Items that came in."),
  updates: z.int().describe("Members of which something has changed."),
  deletes: z.int().describe("Items that left."),
  summary: summarySchema,
  createdOn: timeSchema,
  createdById: idSchema,
  createdBy: z.object({ id: idSchema, type: z.enum(["user", "app"]), name: z.string() }),
  changeSetId: z.string().describe("Shared with the change records that belong to it."),
  source: z.enum(changeSources),
  sourceId: z.string().optional().describe("The load, process or request behind it."),
  baselineUrl: z.string().describe("Where the members can be read as they were published then."),
} as const;

const publishChangeSchema = z
  .object(publishChangeShape)
  .meta({ id: "AssortmentPublishChange", description: "One publish of an assortment." });

const memberStateSchema = z
  .record(z.string(), z.unknown())
  .describe("The fields of the assortment item as they were published, as far as they may be read.");

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
    .describe("Its entry in the history; left out for a dry run, and when nothing has changed since the last publish."),
  summary: summarySchema.optional().describe("Left out while nothing was ever published."),
} as const;

const itemsAnswer = z
  .object({
    ...publishedShape,
    items: z
      .array(
        z.object({
          itemId: idSchema,
          outcome: z.enum(["added", "unchanged", "removed", "absent"]),
          assortmentItemId: idSchema.optional(),
        }),
      )
      .describe("One for each item that was sent, in order; unchanged was there before, absent was not."),
  })
  .meta({ id: "AssortmentItemsAnswer" });

const publishAnswer = z
  .object({ ...publishedShape, isPublished: z.boolean().describe("False when nothing has changed.") })
  .meta({ id: "AssortmentPublishAnswer" });

const common = kindOperation({ name: "assortment", plural: "assortments" });
const assortmentParam = z.strictObject({ id: z.string().min(1).max(512) });
const changeParam = assortmentParam.extend({ changeId: z.string().min(1).max(512) });
const writeQuery = z.strictObject({
  dryRun: flagSchema.optional().describe("Answers what would be written, and writes nothing."),
});
const writtenErrors = ["forbidden", "not-found", "conflict", "version-mismatch"] as const;

/** What can be done with assortments beyond the generic verbs. */
export const assortmentOperations = {
  addItems: defineOperation({
    ...common,
    id: "add-assortment-items",
    method: "POST",
    path: "/assortments/{id}/items",
    params: assortmentParam,
    summary: "Add items to an assortment and publish it",
    query: writeQuery,
    requestHeaders: ["If-Match", "Idempotency-Key"],
    isBatch: true,
    body: itemsBody,
    answers: { 200: { description: "Published, or the same as before.", body: itemsAnswer } },
    errors: [...writtenErrors, "idempotency-key-reused"],
  }),
  removeItems: defineOperation({
    ...common,
    id: "remove-assortment-items",
    method: "DELETE",
    path: "/assortments/{id}/items",
    params: assortmentParam,
    summary: "Remove items from an assortment and publish it",
    query: writeQuery,
    requestHeaders: ["If-Match"],
    isBatch: true,
    body: itemsBody,
    answers: { 200: { description: "Published, or the same as before.", body: itemsAnswer } },
    errors: writtenErrors,
  }),
  publish: defineOperation({
    ...common,
    id: "publish-assortment",
    method: "POST",
    path: "/assortments/{id}/publish",
    params: assortmentParam,
    summary: "Publish what has changed in an assortment since it was published last",
    query: writeQuery,
    requestHeaders: ["If-Match", "Idempotency-Key"],
    answers: { 200: { description: "Published, or nothing to publish.", body: publishAnswer } },
    errors: [...writtenErrors, "idempotency-key-reused"],
  }),
  listHistory: defineOperation({
    ...common,
    id: "list-assortment-history",
    method: "GET",
    path: "/assortments/{id}/history",
    params: assortmentParam,
    summary: "List the publishes of an assortment, newest first",
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
    summary: "Read a publish of an assortment with what it has changed",
    query: z.strictObject(pageQueryShape),
    answers: {
      200: {
        description:
          "The publish and a page of its details, by item. A page may be short: what may not be read is left out.",
        body: z.object({
          ...publishChangeShape,
          details: z.array(publishDetailSchema),
          nextPageKey: z.string().optional().describe("Present while there are more details."),
        }),
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
    summary: "All members of an assortment as they were published, as one stream",
    answers: {
      200: {
        description: "One assortment item a line, by item. What may not be read is left out.",
        mediaType: "application/x-ndjson",
        body: z.string(),
      },
    },
    errors: ["not-found"],
  }),
};
