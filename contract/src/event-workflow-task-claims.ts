import { z } from "zod";
import { eventWorkflowTaskSchema } from "./event-workflow-processes.ts";
import { logsSchema } from "./external-events.ts";
import { idSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { defineOperation } from "./operation.ts";

const tasks = {
  ...kindOperation({ name: "event-workflow-task", plural: "event-workflow-tasks" }),
  access: "task",
} as const;

const workerIdSchema = z.string().min(1).max(100).describe("Identifies this worker, for example by host and process.");

const claimBody = z
  .strictObject({
    workerId: workerIdSchema,
    action: z.string().min(1).max(64).default("external").describe("Claims only tasks with this action."),
    names: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(100)
      .optional()
      .describe("Claims only tasks with these names."),
    limit: z.int().min(1).max(100).default(1).describe("The maximum number of tasks."),
    leaseSeconds: z
      .int()
      .min(1)
      .max(3600)
      .default(60)
      .describe("No other worker can claim the tasks during the lease. Renew it while the work continues."),
    wait: z.int().min(0).max(30).default(0).describe("Seconds to wait for a task (max 30)."),
  })
  .meta({ id: "EventWorkflowTaskClaimRequest" });

const renewalBody = z
  .strictObject({
    workerId: workerIdSchema,
    leaseSeconds: z.int().min(0).max(3600).describe("From now. 0 releases the task immediately."),
  })
  .meta({ id: "EventWorkflowTaskClaimRenewal" });

export const releaseSecondsMax = 86_400;

const releaseBody = z
  .strictObject({
    workerId: workerIdSchema,
    afterSeconds: z
      .int()
      .min(1)
      .max(releaseSecondsMax)
      .default(60)
      .describe("No worker can claim the task before this time has passed. The timeout of the task continues."),
    reason: z.string().min(1).max(2000).describe("Shown as the status message of the task, and added to its logs."),
    logs: logsSchema,
  })
  .meta({ id: "EventWorkflowTaskRelease" });

const failureBody = z
  .strictObject({
    workerId: workerIdSchema,
    message: z
      .string()
      .min(1)
      .max(2000)
      .describe("The error. Shown as the failure of the task, and added to its logs."),
    logs: logsSchema,
  })
  .meta({ id: "EventWorkflowTaskWorkerFailure" });

const oneTask = {
  ...tasks,
  params: z.strictObject({ id: idSchema }),
  errors: ["forbidden", "not-found", "conflict"],
} as const;

/** Distributes waiting tasks among external workers: each task is leased to one worker at a time. */
export const eventWorkflowTaskClaimOperations = {
  claim: defineOperation({
    ...tasks,
    id: "claim-event-workflow-tasks",
    method: "POST",
    path: "/event-workflow-tasks/claims",
    summary: "Claim external tasks",
    description:
      "Leases waiting tasks to a worker, oldest first. wait holds the response until there is a task. Complete a claimed task with a callback.",
    body: claimBody,
    answers: {
      200: {
        description: "The tasks are leased to this worker. Oldest first; may be empty.",
        body: z.object({ results: z.array(eventWorkflowTaskSchema) }).meta({ id: "ClaimedEventWorkflowTasks" }),
      },
    },
    errors: ["forbidden", "not-found"],
  }),
  renew: defineOperation({
    ...oneTask,
    id: "renew-event-workflow-task-claim",
    method: "PUT",
    path: "/event-workflow-tasks/{id}/claim",
    summary: "Renew or release the lease of a claimed task",
    description:
      "Extends the lease from now while the work continues; leaseSeconds 0 releases the task to other workers.",
    body: renewalBody,
    answers: {
      200: { headers: ["ETag"], description: "The task, with the last 100 log lines.", body: eventWorkflowTaskSchema },
    },
  }),
  release: defineOperation({
    ...oneTask,
    id: "release-event-workflow-task",
    method: "POST",
    path: "/event-workflow-tasks/{id}/release",
    summary: "Release a claimed task, so that it is tried again later",
    description:
      "The worker hands the task back with a reason. The task can be claimed again after afterSeconds; it does not count as a failure or a retry.",
    body: releaseBody,
    answers: {
      200: {
        description: "The task waits for a worker again, from availableOn.",
        body: eventWorkflowTaskSchema,
        headers: ["ETag"],
      },
    },
  }),
  fail: defineOperation({
    ...oneTask,
    id: "fail-event-workflow-task",
    method: "POST",
    path: "/event-workflow-tasks/{id}/fail",
    summary: "Report that the worker failed: the task is retried by its retry policy, or fails",
    description:
      "For unexpected errors of a worker. A callback with FAILURE says that the work cannot be done, and is never retried.",
    body: failureBody,
    answers: {
      200: {
        description: "pending: the task will be retried. failed: it has no retries left.",
        headers: ["ETag"],
        body: eventWorkflowTaskSchema,
      },
    },
  }),
};
