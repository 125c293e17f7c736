import { z } from "zod";
import { eventWorkflowProcessSchema } from "./event-workflow-processes.ts";
import { jsonObjectSchema } from "./event-workflows.ts";
import { idSchema, jsonValueSchema, timeSchema } from "./fields.ts";
import { defineOperation } from "./operation.ts";

const common = { tag: "external-events", access: "any" } as const;

export const triggerKeySchema = z
  .string()
  .max(300)
  .regex(/^[^|\s][^|]*\|[^|]+$/, "A trigger key has two parts, such as manual|approve.");

const requestBody = z
  .strictObject({
    triggerKey: triggerKeySchema,
    event: jsonObjectSchema
      .optional()
      .describe("The event data that processes read: {newData.status}, {body.order}, … Default: empty."),
    eventWorkflowId: idSchema.optional().describe("Starts only this workflow, if it listens to the key."),
  })
  .meta({ id: "EventWorkflowRequest" });

const startedSchema = z
  .object({ results: z.array(eventWorkflowProcessSchema) })
  .meta({ id: "StartedEventWorkflowProcesses" });

const partSchema = z
  .string()
  .max(100)
  .regex(/^[^|\s][^|]*$/, "Without |.");

export const logLinesMax = 1_000;

/** Many serializers write null for what is absent. */
function absentIfNull<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();
}

/** Each log entry is one line, whatever it contains. */
export const logsSchema = absentIfNull(
  z.union([z.string(), z.array(z.string()).max(logLinesMax)], {
    error: `Must be a text or a list of at most ${logLinesMax} texts. Send more lines with another PROGRESS.`,
  }),
).describe(
  "A text is one line; each entry of a list is one line. At most 1,000 lines per request, 16 KiB per line and 10 MiB per task.",
);

const callbackBody = z
  .strictObject({
    // Any format: an id that never existed is unknown, like a deleted one.
    taskId: z.string().min(1).max(200).describe("The id of the task."),
    status: z
      .enum(["SUCCESS", "FAILURE", "PROGRESS"])
      .describe("PROGRESS is a heartbeat: its values are applied, and the task keeps waiting."),
    logs: logsSchema,
    output: absentIfNull(jsonObjectSchema).describe(
      "Deep-merged into the task's own output. These values win; lists are replaced. If the task has a form, the output must fit it.",
    ),
    subtext: absentIfNull(z.string().max(2000)).describe("A short status message for the task and its process."),
    progress: absentIfNull(z.int().min(0).max(100)).describe("Percent."),
  })
  .meta({ id: "TaskCallback" });

const receiptSchema = z
  .object({
    taskId: idSchema,
    status: z.enum(["SUCCESS", "FAILURE", "PROGRESS"]),
    processId: idSchema,
    receivedOn: timeSchema.describe("For a duplicate callback: when the first one was received."),
    applied: z.boolean().describe("false while an early callback is queued."),
  })
  .meta({ id: "CallbackReceipt" });

export const externalEventOperations = {
  callBack: defineOperation({
    ...common,
    access: "task",
    id: "call-back-task",
    method: "POST",
    path: "/external-events/callback/",
    summary: "Complete or fail an async task, or report its progress",
    description:
      "Reports the result of a task that waits for another system. Output is merged into the output of the task. A duplicate changes nothing; a contradictory callback returns 409.",
    body: callbackBody,
    answers: {
      200: { description: "Accepted, or a duplicate of an accepted callback.", body: receiptSchema },
      202: { description: "Early: applied when the task starts to wait.", body: receiptSchema },
    },
    errors: ["forbidden", "not-found", "conflict"],
  }),
  raise: defineOperation({
    ...common,
    id: "raise-external-event",
    method: "POST",
    path: "/external-events",
    summary: "Raise an external event: starts the workflows and webhooks that listen to it",
    description:
      "Starts every workflow with the trigger eventType|actionType and notifies webhooks that listen to it. Returns the processes that were started.",
    requestHeaders: ["Idempotency-Key"],
    body: z.looseObject({ eventType: partSchema, actionType: partSchema }).catchall(jsonValueSchema).meta({
      id: "ExternalEvent",
      description: "The remaining fields are the event; listeners use eventType|actionType.",
    }),
    answers: { 201: { description: "The processes that were started; may be empty.", body: startedSchema } },
    errors: ["forbidden", "not-found", "idempotency-key-reused", "conflict"],
  }),
  request: defineOperation({
    ...common,
    id: "request-event-workflows",
    method: "POST",
    path: "/event-workflow-requests",
    summary: "Start the workflows that listen to a trigger key",
    description:
      "Starts every enabled workflow with the trigger key and an event of your choice. Returns the processes without waiting for them.",
    requestHeaders: ["Idempotency-Key"],
    body: requestBody,
    answers: { 201: { description: "Started.", body: startedSchema } },
    errors: ["forbidden", "not-found", "idempotency-key-reused", "conflict"],
  }),
  requestSynchronously: defineOperation({
    ...common,
    id: "run-event-workflow",
    method: "POST",
    path: "/event-workflow-requests/synchronous/",
    summary: "Start one workflow and wait up to 30 seconds for it to end",
    description:
      "Starts the workflow and returns its process with the outputs when it has ended. A process that takes longer continues, and the request returns 504 with its processId.",
    body: requestBody,
    answers: { 200: { description: "The process has ended, successfully or not.", body: eventWorkflowProcessSchema } },
    errors: ["forbidden", "not-found", "conflict", "still-running"],
  }),
};
