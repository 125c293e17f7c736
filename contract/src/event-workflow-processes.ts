import { z } from "zod";
import { jsonObjectSchema } from "./event-workflows.ts";
import { countedPageOf, idSchema, jsonValueSchema, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { documentListQuery, namesOfShape } from "./list-query.ts";
import { waitSecondsSchema } from "./loader-processes.ts";
import { defineOperation, notModified } from "./operation.ts";
import { taskFormSchema } from "./task-forms.ts";

export const taskStatuses = ["pending", "running", "awaiting", "completed", "failed", "canceled", "skipped"] as const;
export const processStatuses = ["pending", "running", "awaiting", "completed", "failed", "canceled"] as const;

export const failureSchema = z
  .object({
    code: z.string().describe("error, timeout, callback, canceled, limit, or stopped."),
    message: z.string(),
    taskId: idSchema.optional(),
    taskName: z.string().optional(),
  })
  .meta({ id: "EventWorkflowFailure" });

const runShape = {
  id: idSchema,
  version: z.int(),
  createdOn: timeSchema,
  updatedOn: timeSchema,
  startedOn: timeSchema.optional(),
  endedOn: timeSchema.optional(),
  subtext: z.string().optional().describe("A short status message."),
  failure: failureSchema.optional().describe("Omitted if the caller may not read the event that started the process."),
} as const;

const claimSchema = z
  .object({ workerId: z.string(), leasedUntil: timeSchema })
  .meta({ id: "EventWorkflowTaskClaim", description: "The external worker that currently holds the lease." });

const outputSchema = jsonObjectSchema.describe(
  "Omitted if the caller may not read the event that started the process.",
);

export const eventWorkflowTaskSchema = z
  .object({
    ...runShape,
    entityType: z.literal("event-workflow-task"),
    typePath: z.literal("event-workflow-task"),
    name: z.string(),
    status: z.enum(taskStatuses),
    processId: idSchema,
    action: z.string(),
    async: z.boolean(),
    input: jsonObjectSchema.optional().describe("The input of the action, without secrets."),
    output: outputSchema.optional(),
    outputSources: z
      .record(z.string(), z.string())
      .optional()
      .describe("The source of each output value, by JSON pointer: task, callback, timeout, or restart."),
    logs: z
      .array(z.string())
      .describe(
        "One entry per line, with the time it was received. Lists return the last 100. Empty if the caller may not read the event that started the process.",
      ),
    logLineCount: z.int(),
    progress: z.int().optional().describe("Percent, as reported by a callback."),
    attempt: z.int().describe("The number of times its action was started."),
    idempotencyKey: z.string().describe("Sent with its requests; the same for every attempt."),
    deadline: timeSchema.optional().describe("When the task times out."),
    claim: claimSchema.optional(),
    availableOn: timeSchema
      .optional()
      .describe("A worker released the task: other workers can claim it from this time."),
    form: taskFormSchema.optional().describe("The fields of its answer: the output of a callback must fit them."),
  })
  .meta({ id: "EventWorkflowTask" });

const processShape = {
  ...runShape,
  entityType: z.literal("event-workflow-process"),
  typePath: z.literal("event-workflow-process"),
  eventWorkflowId: idSchema,
  eventWorkflowVersion: z.int(),
  status: z.enum(processStatuses),
  triggerKey: z.string(),
  createdById: z.string().optional(),
} as const;

const processSummarySchema = z.object(processShape).meta({ id: "EventWorkflowProcessSummary" });

const processSchema = z
  .object({
    ...processShape,
    triggerEvent: jsonObjectSchema.describe(
      "The event that started the process. Entity data is limited to what the caller may read.",
    ),
    taskOutputs: z
      .record(z.string(), jsonObjectSchema)
      .optional()
      .describe("By task name. Omitted if the caller may not read the event that started the process."),
    tasks: z.array(eventWorkflowTaskSchema).optional().describe("With relations=tasks."),
  })
  .meta({ id: "EventWorkflowProcess" });

const processes = kindOperation({ name: "event-workflow-process", plural: "event-workflow-processes" });
const tasks = kindOperation({ name: "event-workflow-task", plural: "event-workflow-tasks" });
const oneProcess = {
  ...processes,
  path: "/event-workflow-processes/{id}",
  params: z.strictObject({ id: idSchema }),
} as const;
const oneTask = { ...tasks, path: "/event-workflow-tasks/{id}", params: z.strictObject({ id: idSchema }) } as const;

const tasksRelation = z
  .enum(["tasks"], { error: "The only supported value is tasks." })
  .optional()
  .describe("tasks: includes the tasks, in order.");

export const eventWorkflowProcessOperations = {
  list: defineOperation({
    ...processes,
    id: "list-event-workflow-processes",
    method: "GET",
    path: "/event-workflow-processes",
    summary: "List workflow processes",
    description: "Returns a page of processes without their events and outputs, oldest first unless ordered otherwise.",
    query: documentListQuery,
    names: namesOfShape(processSummarySchema),
    answers: {
      200: {
        description: "A page, oldest first unless ordered otherwise, without events and outputs.",
        body: countedPageOf(processSummarySchema),
      },
    },
    errors: ["not-found", "invalid-query-object"],
  }),
  get: defineOperation({
    ...oneProcess,
    id: "get-event-workflow-process",
    method: "GET",
    summary: "Read a workflow process",
    description:
      "Returns the event that started a process, its status and the outputs of its tasks. wait holds the response until the process ends.",
    query: z.strictObject({
      relations: tasksRelation,
      wait: waitSecondsSchema.optional().describe("Seconds to wait for it to end (max 30)."),
    }),
    requestHeaders: ["If-None-Match"],
    answers: { 200: { headers: ["ETag"], description: "Found.", body: processSchema }, 304: notModified },
    errors: ["not-found"],
  }),
  cancel: defineOperation({
    ...oneProcess,
    id: "cancel-event-workflow-process",
    method: "POST",
    path: "/event-workflow-processes/{id}/cancel",
    summary: "Cancel a process and its running or waiting tasks",
    description: "Ends a process. Its running and waiting tasks are canceled, and callbacks for them are rejected.",
    answers: { 200: { headers: ["ETag"], description: "Canceled.", body: processSchema } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
};

const callbackEntrySchema = z
  .object({
    id: idSchema,
    receivedOn: timeSchema,
    status: z.enum(["SUCCESS", "FAILURE", "PROGRESS"]),
    verdict: z
      .enum(["applied", "held", "repeated", "refused", "superseded"])
      .describe(
        "held: received early and queued for the task. superseded: the task failed before the callback could be applied.",
      ),
    detail: z.string().optional(),
    actorId: z.string().optional(),
    actorName: z.string().optional(),
    bodyHash: z.string().describe("SHA-256 of the request body."),
  })
  .meta({ id: "EventWorkflowCallback" });

/** Large, or stored apart: a list of tasks reads them for the tasks of a page only. */
const unlistedTaskFields = ["input", "output", "outputSources", "logs"];

export const eventWorkflowTaskOperations = {
  list: defineOperation({
    ...tasks,
    id: "list-event-workflow-tasks",
    method: "GET",
    path: "/event-workflow-tasks",
    summary: "List workflow tasks",
    description:
      "Returns a page of tasks, oldest first unless ordered otherwise. Filter by status and processId to find tasks that wait.",
    query: documentListQuery,
    names: namesOfShape(eventWorkflowTaskSchema, unlistedTaskFields),
    answers: {
      200: {
        description: "A page, oldest first unless ordered otherwise.",
        body: countedPageOf(eventWorkflowTaskSchema),
      },
    },
    errors: ["not-found", "invalid-query-object"],
  }),
  get: defineOperation({
    ...oneTask,
    access: "task",
    id: "get-event-workflow-task",
    method: "GET",
    summary: "Read a task with its logs and output",
    description: "Returns a task with its input, output, logs and deadline.",
    requestHeaders: ["If-None-Match"],
    answers: {
      200: { headers: ["ETag"], description: "Found.", body: eventWorkflowTaskSchema },
      304: notModified,
    },
    errors: ["not-found"],
  }),
  update: defineOperation({
    ...oneTask,
    access: "task",
    id: "update-event-workflow-task",
    method: "PUT",
    summary: "Update the status message of a task and its process",
    description: "Sets the status message that people see while the task waits. It also counts as a heartbeat.",
    requestHeaders: ["If-Match"],
    body: z
      .object({ subtext: z.string().max(2000).nullable().optional() })
      .catchall(jsonValueSchema)
      .meta({
        id: "EventWorkflowTaskUpdate",
        description: "subtext. Other fields must have the values that were read.",
      }),
    answers: { 200: { headers: ["ETag"], description: "Updated.", body: eventWorkflowTaskSchema } },
    errors: ["forbidden", "not-found", "version-mismatch"],
  }),
  retry: defineOperation({
    ...oneTask,
    id: "retry-event-workflow-task",
    method: "POST",
    path: "/event-workflow-tasks/{id}/retry",
    summary: "Retry a failed task and continue its process",
    description: "Runs a failed task again with the same input. Its process continues from there.",
    answers: { 200: { headers: ["ETag"], description: "Queued.", body: eventWorkflowTaskSchema } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
  listCallbacks: defineOperation({
    ...oneTask,
    access: "task",
    id: "list-event-workflow-task-callbacks",
    method: "GET",
    path: "/event-workflow-tasks/{id}/callbacks",
    summary: "List the callbacks received for a task, with their results",
    description:
      "Returns each callback with its result: applied, queued, ignored as a duplicate, or rejected with a reason.",
    answers: {
      200: {
        description: "The newest 1,000, oldest first.",
        body: z.object({ results: z.array(callbackEntrySchema) }).meta({ id: "EventWorkflowCallbackList" }),
      },
    },
    errors: ["not-found"],
  }),
};

export { processSchema as eventWorkflowProcessSchema };
