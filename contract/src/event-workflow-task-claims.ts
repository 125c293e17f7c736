import { z } from "zod";
import { eventWorkflowTaskSchema } from "./event-workflow-processes.ts";
import { idSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { defineOperation } from "./operation.ts";

const tasks = kindOperation({ name: "event-workflow-task", plural: "event-workflow-tasks" });

const workerIdSchema = z
  .string()
  .min(1)
  .max(100)
  .describe("Whatever tells this worker from the others, such as its host and process.");

const claimBody = z
  .strictObject({
    workerId: workerIdSchema,
    action: z.string().min(1).max(64).default("external").describe("Only tasks of this action."),
    names: z.array(z.string().min(1).max(100)).min(1).max(100).optional().describe("Only tasks of these names."),
    limit: z.int().min(1).max(100).default(1).describe("How many at most."),
    leaseSeconds: z
      .int()
      .min(1)
      .max(3600)
      .default(60)
      .describe("For so long nobody else is given them; prolong it while the work goes on."),
    wait: z.int().min(0).max(30).default(0).describe("Seconds to wait for the first of them, at most 30."),
  })
  .meta({ id: "EventWorkflowTaskClaimRequest" });

const renewalBody = z
  .strictObject({
    workerId: workerIdSchema,
    leaseSeconds: z.int().min(0).max(3600).describe("From now; 0 gives the task back at once."),
  })
  .meta({ id: "EventWorkflowTaskClaimRenewal" });

/** By which outside workers share the tasks that wait for them: each is given to one of them for a while. */
export const eventWorkflowTaskClaimOperations = {
  claim: defineOperation({
    ...tasks,
    id: "claim-event-workflow-tasks",
    method: "POST",
    path: "/event-workflow-tasks/claims",
    summary: "Take tasks that wait for an outside worker and that no other one holds",
    body: claimBody,
    answers: {
      200: {
        description: "They are this worker's for the time of the lease. Oldest first, perhaps none.",
        body: z.object({ results: z.array(eventWorkflowTaskSchema) }),
      },
    },
    errors: ["forbidden", "not-found"],
  }),
  renew: defineOperation({
    ...tasks,
    id: "renew-event-workflow-task-claim",
    method: "PUT",
    path: "/event-workflow-tasks/{id}/claim",
    params: z.strictObject({ id: idSchema }),
    summary: "Hold a claimed task for longer, or give it back",
    body: renewalBody,
    answers: {
      200: { description: "The task, with the last 100 lines of its logs.", body: eventWorkflowTaskSchema },
    },
    errors: ["forbidden", "not-found", "conflict"],
  }),
};
