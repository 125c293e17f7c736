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
      .describe("What the processes read: {newData.status}, {body.order}, … Left out, it is empty."),
    eventWorkflowId: idSchema.optional().describe("Only this one of the workflows that listen."),
  })
  .meta({ id: "EventWorkflowRequest" });

const startedSchema = z.object({ results: z.array(eventWorkflowProcessSchema) });

const partSchema = z
  .string()
  .max(100)
  .regex(/^[^|\s][^|]*$/, "Without |.");

export const logLinesMax = 1_000;

/** Each log entry is one line, whatever it contains. */
const callbackBody = z
  .strictObject({
    // Of any shape: one that was never ours is unknown, as one that is gone is.
    taskId: z.string().min(1).max(200).describe("The id of the task."),
    status: z
      .enum(["SUCCESS", "FAILURE", "PROGRESS"])
      .describe("PROGRESS is a heartbeat: what it carries is taken, and the task goes on waiting."),
    logs: z
      .union([z.string(), z.array(z.string()).max(logLinesMax)], {
        error: `A text, or a list of at most ${logLinesMax} texts. Send more lines with another PROGRESS.`,
      })
      .optional()
      .describe(
        "A text is one line; each entry of a list is one. At most 1,000 lines a call, 16 KiB a line, 10 MiB a task.",
      ),
    output: jsonObjectSchema
      .optional()
      .describe("Merged deeply into the task's own; these values win, lists are replaced."),
    subtext: z.string().max(2000).optional().describe("A few words on the task and its process."),
    progress: z.int().min(0).max(100).optional().describe("Percent."),
  })
  .meta({ id: "TaskCallback" });

const receiptSchema = z
  .object({
    taskId: idSchema,
    status: z.enum(["SUCCESS", "FAILURE", "PROGRESS"]),
    processId: idSchema,
    receivedOn: timeSchema.describe("Of a repeated callback: when the first one was."),
    applied: z.boolean().describe("false while an early callback waits for the task."),
  })
  .meta({ id: "CallbackReceipt" });

export const externalEventOperations = {
  callBack: defineOperation({
    ...common,
    id: "call-back-task",
    method: "POST",
    path: "/external-events/callback/",
    summary: "Complete or fail an async task, or tell how far it is",
    body: callbackBody,
    answers: {
      200: { description: "Taken, now or by an equal callback before.", body: receiptSchema },
      202: { description: "Early: it is applied the moment the task begins to wait.", body: receiptSchema },
    },
    errors: ["forbidden", "not-found", "conflict"],
  }),
  raise: defineOperation({
    ...common,
    id: "raise-external-event",
    method: "POST",
    path: "/external-events",
    summary: "Tell of something that has happened outside: starts the workflows and webhooks that listen",
    requestHeaders: ["Idempotency-Key"],
    body: z
      .looseObject({ eventType: partSchema, actionType: partSchema })
      .catchall(jsonValueSchema)
      .meta({ id: "ExternalEvent", description: "The rest is the event; listeners hear eventType|actionType." }),
    answers: { 201: { description: "The processes that it has started, perhaps none.", body: startedSchema } },
    errors: ["forbidden", "not-found", "idempotency-key-reused", "conflict"],
  }),
  request: defineOperation({
    ...common,
    id: "request-event-workflows",
    method: "POST",
    path: "/event-workflow-requests",
    summary: "Start the workflows that listen to a key",
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
    summary: "Start one workflow and wait for its end, for 30 seconds at most",
    body: requestBody,
    answers: { 200: { description: "It has ended, well or not.", body: eventWorkflowProcessSchema } },
    errors: ["forbidden", "not-found", "conflict", "still-running"],
  }),
};
