import { z } from "zod";
import { administeredOperations } from "./administered-operations.ts";
import { idSchema, jsonValueSchema, labelSchema, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { defineOperation } from "./operation.ts";

export const workflowTasksMax = 100;
export const workflowTriggersMax = 50;

/** A longest wait of 90 days: what is finished later than that is nobody's any more. */
const secondsMax = 90 * 24 * 3600;
const secondsSchema = z.int().min(1).max(secondsMax);

export const jsonObjectSchema = z
  .record(z.string(), jsonValueSchema)
  .meta({ id: "JsonObject", description: "Any JSON object." });

const taskNameSchema = z
  .string()
  .max(100)
  .regex(
    /^(?!__proto__$)[\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$]*(?:[ -][\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$]*)*$/u,
    "A task's name has letters, digits and _, with single blanks or hyphens between: {tasks.Send order.output} reads it.",
  );

const taskSchema = z
  .strictObject({
    name: taskNameSchema.describe("Unique in the workflow: later tasks read {tasks.<name>.output}."),
    action: z
      .string()
      .max(64)
      .describe(
        "http, script, create-entity, update-entity, load, publish-assortment, delay, external, or one that the operator has added.",
      ),
    async: z
      .boolean()
      .optional()
      .describe(
        "true: when its own work is done it awaits a callback. Default false; an external task is always async.",
      ),
    config: jsonObjectSchema.optional().describe("What the action needs; every text may hold placeholders."),
    timeoutSeconds: secondsSchema
      .optional()
      .describe("From its start to its end, waiting included. Default: 5 minutes, 7 days for an async task."),
    heartbeatSeconds: secondsSchema
      .optional()
      .describe("An async task times out when nothing is heard of it for so long: no PROGRESS, no subtext."),
    onTimeout: z.enum(["fail", "complete"]).optional().describe("Default fail."),
    timeoutOutput: jsonObjectSchema.optional().describe("The output of a task that completes by timing out."),
    retry: z
      .strictObject({
        attempts: z
          .int()
          .min(1)
          .max(20)
          .describe("Further attempts after an error or a time-out, never after FAILURE."),
        backoffSeconds: z
          .number()
          .min(0)
          .max(86_400)
          .optional()
          .describe("Before the first one, then doubled. Default 10."),
      })
      .optional(),
  })
  .meta({ id: "EventWorkflowTaskDefinition" });

const actsAsSchema = z.strictObject({ appId: idSchema }).meta({ id: "EventWorkflowActsAs" });

const ownerSchema = z
  .object({
    type: z.enum(["user", "key", "token", "app"]),
    id: idSchema,
    name: z.string().describe("Of the user or the app; empty when it was deleted."),
    label: z.string().optional().describe("Of the key or token."),
  })
  .meta({ id: "EventWorkflowOwner" });

const definitionShape = {
  identifier: z
    .string()
    .regex(/^[^\s{}|]{1,100}$/u, "Up to 100 characters without blanks, braces and |.")
    .optional()
    .describe("Unique; made from the name when left out."),
  isActive: z.boolean().optional().describe("Default true. An inactive one starts nothing; what runs goes on."),
  description: z.string().max(4000).optional(),
  triggers: z
    .array(z.string().max(300))
    .max(workflowTriggersMax)
    .describe("Such as item|update, assortment|publish, manual|approve, cron|0 6 * * 1-5, webhook|<id>."),
  conditional: z
    .string()
    .max(4096)
    .optional()
    .describe(
      "An expression over the event, such as {newData.status} === 'approved'; left out, every event starts it.",
    ),
  tasks: z.array(taskSchema).min(1).max(workflowTasksMax),
  maxConcurrentProcesses: z.int().min(1).max(100_000).optional().describe("Default 25; more wait for their turn."),
  reentrant: z.boolean().optional().describe("true: what its own processes change may start it again. Default false."),
  actsAs: actsAsSchema
    .optional()
    .describe(
      "The app whose rights it acts with, instead of those of its owner. The caller needs at least these rights.",
    ),
} as const;

const createSchema = z.strictObject({ name: labelSchema, ...definitionShape }).meta({ id: "EventWorkflowCreate" });

const eventWorkflowSchema = z
  .object({
    id: idSchema,
    entityType: z.literal("event-workflow"),
    typePath: z.literal("event-workflow"),
    name: z.string(),
    identifier: z.string(),
    isActive: z.boolean(),
    description: z.string().nullable(),
    triggers: z.array(z.string()),
    conditional: z.string().nullable(),
    tasks: z
      .array(z.looseObject({ name: z.string(), action: z.string(), async: z.boolean(), config: jsonObjectSchema }))
      .describe("As they were saved, without the secrets of their calls."),
    maxConcurrentProcesses: z.int(),
    reentrant: z.boolean(),
    owner: ownerSchema
      .nullable()
      .describe("It sees and does what this user, key or app may at the moment. null: not known, take it over."),
    actsAs: actsAsSchema.nullable(),
    stoppedReason: z
      .string()
      .nullable()
      .describe(
        "Why its owner can act no longer, such as a deactivated user or a revoked key. null: it is not stopped.",
      ),
    createdOn: timeSchema,
    updatedOn: timeSchema,
    createdById: z.string().nullable(),
    updatedById: z.string().nullable(),
    version: z.int().describe("A process keeps the version that it began with."),
  })
  .meta({ id: "EventWorkflow" });

const { triggers, tasks, conditional, description, actsAs, ...others } = definitionShape;

const administered = administeredOperations({
  name: "event-workflow",
  plural: "event-workflows",
  shape: eventWorkflowSchema,
  create: createSchema,
  created: eventWorkflowSchema,
  update: {
    ...others,
    name: labelSchema.optional(),
    description: description.nullable(),
    triggers: triggers.optional(),
    conditional: conditional.nullable(),
    tasks: tasks.optional(),
    actsAs: actsAs.unwrap().nullable().optional(),
    takeOver: z
      .boolean()
      .optional()
      .describe(
        "true: from now on it acts as the caller. Otherwise its owner stays, also when another caller saves it.",
      ),
  },
});

export const eventWorkflowOperations = {
  ...administered,
  takeOver: defineOperation({
    ...kindOperation({ name: "event-workflow", plural: "event-workflows" }),
    id: "take-over-event-workflow",
    method: "POST",
    path: "/event-workflows/{id}/take-over",
    params: z.strictObject({ id: idSchema }),
    summary: "Take over a workflow: it acts as the caller from then on",
    requestHeaders: ["If-Match"],
    answers: { 200: { description: "It acts as the caller.", body: eventWorkflowSchema } },
    errors: ["forbidden", "not-found", "version-mismatch"],
  }),
};
