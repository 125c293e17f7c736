import { z } from "zod";
import { administeredOperations } from "./administered-operations.ts";
import { idSchema, jsonValueSchema, labelSchema, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { defineOperation } from "./operation.ts";
import { taskFormSchema } from "./task-forms.ts";

export const workflowTasksMax = 100;
export const workflowTriggersMax = 50;

/** The longest timeout is 90 days. */
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
    "A task name has letters, digits and _, separated by single spaces or hyphens: {tasks.Send order.output} reads its output.",
  )
  // Wider than the rule: without \p, which not every language understands, any character outside ASCII may be a letter.
  .meta({ pattern: "^[^\\x00-#%-/:-@\\[-^`{-\\x7f]+(?:[ -][^\\x00-#%-/:-@\\[-^`{-\\x7f]+)*$" });

const retrySchema = z
  .strictObject({
    attempts: z
      .int()
      .min(1)
      .max(20)
      .describe(
        "The number of retries after an error, also of a worker, or a timeout. A callback with FAILURE is final.",
      ),
    backoffSeconds: z
      .number()
      .min(0)
      .max(86_400)
      .optional()
      .describe("Delay before the first retry; doubles with each retry. Default: 10."),
  })
  .meta({ id: "EventWorkflowRetry" });

const taskSchema = z
  .strictObject({
    name: taskNameSchema.describe("Unique in the workflow: later tasks read {tasks.<name>.output}."),
    action: z
      .string()
      .max(64)
      .describe(
        "http, script, create-entity, update-entity, load, publish-assortment, delay, external, or an action that the operator added.",
      ),
    async: z
      .boolean()
      .optional()
      .describe(
        "true: after its own work, the task waits for a callback. An external task is always async. Default: false.",
      ),
    config: jsonObjectSchema.optional().describe("The settings of the action; every text can contain placeholders."),
    timeoutSeconds: secondsSchema
      .optional()
      .describe("From start to end, including waiting. Default: 5 minutes, or 7 days for an async task."),
    heartbeatSeconds: secondsSchema
      .optional()
      .describe("An async task times out if it receives no heartbeat (PROGRESS or subtext) in this time."),
    onTimeout: z.enum(["fail", "complete"]).optional().describe("Default: fail."),
    timeoutOutput: jsonObjectSchema.optional().describe("The output of a task that completes on timeout."),
    form: taskFormSchema
      .optional()
      .describe("For external tasks: the fields of the answer. Default: any output is accepted."),
    retry: retrySchema.optional(),
  })
  .meta({ id: "EventWorkflowTaskDefinition" });

const actsAsSchema = z.strictObject({ appId: idSchema }).meta({ id: "EventWorkflowActsAs" });

const ownerSchema = z
  .object({
    type: z.enum(["user", "key", "token", "app"]),
    id: idSchema,
    name: z.string().describe("The name of the user or app; empty if it was deleted."),
    label: z.string().optional().describe("The label of the key or token."),
  })
  .meta({ id: "EventWorkflowOwner" });

const definitionShape = {
  identifier: z
    .string()
    .regex(/^[^\s{}|]{1,100}$/u, "Up to 100 characters without spaces, braces and |.")
    .optional()
    .describe("Unique. Default: derived from the name."),
  isActive: z
    .boolean()
    .optional()
    .describe("A disabled workflow starts no processes; active processes continue. Default: true."),
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
      "An expression over the event, such as {newData.status} === 'approved'. Default: every event starts the workflow.",
    ),
  tasks: z.array(taskSchema).min(1).max(workflowTasksMax),
  maxConcurrentProcesses: z.int().min(1).max(100_000).optional().describe("Further processes wait. Default: 25."),
  reentrant: z
    .boolean()
    .optional()
    .describe("true: changes made by its own processes can trigger it again. Default: false."),
  actsAs: actsAsSchema
    .optional()
    .describe(
      "The app whose permissions the workflow uses instead of its owner's. The caller needs at least these permissions.",
    ),
} as const;

const createSchema = z.strictObject({ name: labelSchema, ...definitionShape }).meta({ id: "EventWorkflowCreate" });

const savedTaskSchema = z
  .looseObject({ name: z.string(), action: z.string(), async: z.boolean(), config: jsonObjectSchema })
  .meta({ id: "EventWorkflowSavedTask" });

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
    tasks: z.array(savedTaskSchema).describe("As saved, without the secrets of their requests."),
    maxConcurrentProcesses: z.int(),
    reentrant: z.boolean(),
    owner: ownerSchema
      .nullable()
      .describe(
        "The workflow has the current permissions of this user, key or app. null: unknown; take over the workflow.",
      ),
    actsAs: actsAsSchema.nullable(),
    stoppedReason: z
      .string()
      .nullable()
      .describe(
        "Why the workflow is stopped, for example because its owner is a deactivated user or a revoked key. null: it is not stopped.",
      ),
    createdOn: timeSchema,
    updatedOn: timeSchema,
    createdById: z.string().nullable(),
    updatedById: z.string().nullable(),
    version: z.int().describe("A process keeps the version it started with."),
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
        "true: the workflow acts as the caller from now on. Otherwise its owner stays the same, even if another caller saves it.",
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
    summary: "Take over a workflow, so that it acts as the caller",
    description:
      "Makes the caller the owner of the workflow, which then has the permissions of the caller. Use it when the owner was deleted, deactivated or revoked.",
    requestHeaders: ["If-Match"],
    answers: { 200: { headers: ["ETag"], description: "The workflow acts as the caller.", body: eventWorkflowSchema } },
    errors: ["forbidden", "not-found", "version-mismatch"],
  }),
};
