import { z } from "zod";
import { eventWorkflowProcessSchema, eventWorkflowTaskSchema } from "./event-workflow-processes.ts";
import { jsonObjectSchema } from "./event-workflows.ts";
import { idSchema, pageOf, pageQueryShape, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { defineOperation } from "./operation.ts";

const restartBody = z
  .strictObject({
    fromTaskId: idSchema.describe("A completed or failed task of the process."),
    output: jsonObjectSchema
      .optional()
      .describe(
        "Replaces the output of the task, which is then completed. It must fit the form of the task. Default: the task itself runs again.",
      ),
  })
  .meta({ id: "EventWorkflowProcessRestartRequest" });

const replacedTaskSchema = eventWorkflowTaskSchema
  .pick({
    id: true,
    version: true,
    name: true,
    status: true,
    input: true,
    output: true,
    outputSources: true,
    subtext: true,
    progress: true,
    failure: true,
    attempt: true,
    startedOn: true,
    endedOn: true,
  })
  .meta({ id: "EventWorkflowReplacedTask", description: "A task as it was before the restart. Its logs are kept." });

const restartSchema = z
  .object({
    id: idSchema,
    createdOn: timeSchema,
    actorId: z.string(),
    actorName: z.string(),
    fromTaskId: idSchema,
    tasks: z
      .array(replacedTaskSchema)
      .optional()
      .describe("Those that had started, in order. Omitted if the caller may not read tasks."),
  })
  .meta({ id: "EventWorkflowProcessRestart" });

const oneProcess = {
  ...kindOperation({ name: "event-workflow-process", plural: "event-workflow-processes" }),
  params: z.strictObject({ id: idSchema }),
} as const;

/** Restarts correct the results of tasks that have ended. */
export const eventWorkflowRestartOperations = {
  restart: defineOperation({
    ...oneProcess,
    id: "restart-event-workflow-process",
    method: "POST",
    path: "/event-workflow-processes/{id}/restart",
    summary: "Restart a process from one of its tasks, with a corrected output",
    description:
      "Replaces the output of a task that has ended, and runs the tasks after it again. The replaced results stay readable as restarts.",
    body: restartBody,
    answers: {
      200: { description: "The tasks after it run again.", body: eventWorkflowProcessSchema, headers: ["ETag"] },
    },
    errors: ["forbidden", "not-found", "conflict"],
  }),
  listRestarts: defineOperation({
    ...oneProcess,
    id: "list-event-workflow-process-restarts",
    method: "GET",
    path: "/event-workflow-processes/{id}/restarts",
    summary: "List the restarts of a process, with the results that they replaced",
    description: "Returns a page of restarts: who restarted the process, from which task, and what was replaced.",
    query: z.strictObject(pageQueryShape),
    answers: { 200: { description: "A page, newest first.", body: pageOf(restartSchema) } },
    errors: ["not-found"],
  }),
};
