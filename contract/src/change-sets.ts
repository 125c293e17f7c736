import { z } from "zod";
import {
  changeActions,
  changeCriteriaDescription,
  changeCriteriaNames,
  changeSources,
  cursorSchema,
} from "./change-history.ts";
import { actorReferenceSchema, pageShape, shownJsonSchema, timeSchema } from "./fields.ts";
import { flagSchema } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

const countsShape = { create: z.int(), update: z.int(), delete: z.int() } as const;

const changeSetEntitySchema = z
  .object({
    entityReference: z.string().describe("<entityType>:<id>"),
    entityType: z.string(),
    entityId: z.string(),
    typePath: z.string(),
    name: z.string().optional().describe("The name of the entity now, or before it was deleted."),
    federatedId: z.string().optional(),
    actions: z.array(z.enum(changeActions)),
  })
  .meta({ id: "ChangeSetEntity" });

const changeSetPropertySchema = z
  .object({
    property: z.string().describe("The slug."),
    propertyName: z.string(),
    count: z.int().describe("The number of sampled updates that changed it."),
    isUniform: z.boolean().describe("true: all of them changed it from the same value to the same value."),
    oldValue: shownJsonSchema.optional().describe("If isUniform; null if empty."),
    newValue: shownJsonSchema.optional().describe("If isUniform; null if empty."),
  })
  .meta({ id: "ChangeSetProperty" });

export const changeSetSchema = z
  .object({
    id: z.string(),
    createdOn: timeSchema.describe("The time of its first change."),
    lastChangedOn: timeSchema.describe("The time of its last change."),
    createdById: z.string().optional(),
    createdBy: actorReferenceSchema.optional(),
    source: z.enum(changeSources),
    sourceId: z
      .string()
      .optional()
      .describe("The load, process or request that caused it; revert:<id> if it reverted a change set."),
    firstChangeId: cursorSchema,
    lastChangeId: cursorSchema,
    changeCount: z.int().describe("The number of its changes that you may read."),
    isComplete: z
      .boolean()
      .describe(
        "false: the set is larger than what one request counts, so the counts are minimums, and the times are those of the counted changes.",
      ),
    actions: z.object(countsShape).meta({ id: "ChangeSetActions" }).describe("The number of changes by action."),
    entityTypes: z
      .array(z.object({ entityType: z.string(), ...countsShape }).meta({ id: "ChangeSetCounts" }))
      .describe("The number of changes by type of entity and action."),
    sampleSize: z.int().describe("The number of changes that entities, roles and properties were read from."),
    roles: z
      .object({ family: z.int(), option: z.int() })
      .meta({ id: "ChangeSetRoles" })
      .optional()
      .describe("The number of sampled items that are families and options. Present if there are items."),
    entities: z.array(changeSetEntitySchema).describe("Up to 10 of its entities."),
    properties: z
      .array(changeSetPropertySchema)
      .describe("Up to 20 properties that sampled updates changed, the most frequent first."),
  })
  .meta({ id: "ChangeSet" });

const revertedSchema = z
  .object({
    entityReference: z.string(),
    action: z.enum(changeActions).describe("What was done to the entity."),
    properties: z.array(z.string()).describe("The slugs of the properties that were set back by an update."),
  })
  .meta({ id: "RevertedChange" });

const keptSchema = z
  .object({
    entityReference: z.string(),
    properties: z.array(z.string()).optional().describe("Absent: nothing of the entity was reverted."),
    reason: z.string(),
  })
  .meta({ id: "KeptChange" });

const reversalSchema = z
  .object({
    changeSetId: z
      .string()
      .optional()
      .describe("The new change set. Absent in a dry run, and if nothing was reverted."),
    revertedCount: z.int().describe("The number of entities."),
    keptCount: z.int(),
    reverted: z.array(revertedSchema).describe("Up to 1,000 of them."),
    kept: z.array(keptSchema).describe("Up to 1,000 changes that were not reverted, each with the reason."),
  })
  .meta({ id: "ChangeSetReversal" });

/** Maximum number of changes of a set that can be reverted. */
export const revertedChangesMax = 5_000;

const { changeSetId: _, ...criteria } = changeCriteriaNames.criteria;

export const changeSetOperations = {
  list: defineOperation({
    id: "list-change-sets",
    method: "GET",
    path: "/change-sets",
    summary: "List change sets, newest first",
    description:
      "One entry for each request, batch, load, workflow task or named set, with what it changed, as far as the credential may read it. A set matches if one of its changes does; its counts are those of the whole set.",
    tag: "change-sets",
    access: "any",
    query: z.strictObject({
      criteria: z
        .string()
        .optional()
        .describe(changeCriteriaDescription(Object.keys(criteria))),
      entityType: z.string().min(1).max(64).optional().describe("Same as in criteria."),
      limit: z
        .string()
        .regex(/^\d{1,3}$/, "Must be a whole number from 1 to 100.")
        .transform(Number)
        .pipe(z.int().min(1).max(100))
        .default(20),
      nextPageKey: z.string().min(1).max(2_048).optional(),
    }),
    names: { ...changeCriteriaNames, criteria, order: [], example: { entityType: "item" } },
    answers: {
      200: {
        description:
          "A page. It may hold fewer sets than limit, or none, even if there are more, because each request scans a limited number of changes. Continue while nextPageKey is present.",
        body: z.object(pageShape(changeSetSchema)).meta({ id: "ChangeSetPage" }),
      },
    },
    errors: ["invalid-query-object", "not-found"],
  }),
  get: defineOperation({
    id: "get-change-set",
    method: "GET",
    path: "/change-sets/{id}",
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    summary: "Read a change set",
    description:
      "Returns what the set changed, as far as the credential may read it. Its changes are in the change history: criteria changeSetId with createdOn from createdOn to lastChangedOn.",
    tag: "change-sets",
    access: "any",
    answers: { 200: { description: "Found.", body: changeSetSchema } },
    errors: ["not-found"],
  }),
  revert: defineOperation({
    id: "revert-change-set",
    method: "POST",
    path: "/change-sets/{id}/revert",
    params: z.strictObject({ id: z.string().min(1).max(64) }),
    summary: "Revert a change set",
    description: `Deletes what the set created, restores what it deleted, and sets the properties that it changed back, in a new change set. What has been changed since is kept and listed. Each write needs the permissions of the caller. A set may have up to ${revertedChangesMax.toLocaleString("en")} changes; undo larger loads with POST /loader-processes/{id}/undo. Revert the new set to redo.`,
    tag: "change-sets",
    access: "any",
    query: z.strictObject({
      dryRun: flagSchema.optional().describe("Returns what would be reverted, without writing it."),
    }),
    requestHeaders: ["Change-Set-Id"],
    answers: { 200: { description: "Reverted, except what is kept.", body: reversalSchema } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
};
