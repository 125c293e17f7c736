import { eventWorkflowTaskClaimOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { entityTag } from "../../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { listedLinesMax, presentTasks } from "./read-task.ts";
import { failTask, leaseTasks, releaseTask, renewLease } from "./task-leases.ts";

const route = routesFor<Caller>();

/**
 * External workers claim tasks, renew their leases, and hand tasks back. A worker sees the same of a task as by reading
 * it: callers with the right to call back see the task, and its input if they may also read the trigger of its process.
 */
export function taskClaimRoutes(services: ProcessServices): Route[] {
  const { claim, renew, release, fail } = eventWorkflowTaskClaimOperations;
  const { db } = services;
  const present = async (caller: Caller, task: WorkflowTask) => {
    const [shown] = await presentTasks(db, caller, [task], listedLinesMax);
    return { status: 200 as const, headers: entityTag(task.version), body: new JsonText(JSON.stringify(shown)) };
  };
  return [
    route(claim, async ({ caller, body: { wait, names, ...input }, ended }) => {
      const leased = await leaseTasks(services, caller, { ...input, names }, { waitMs: wait * 1_000, ended });
      const results = await presentTasks(db, caller, leased, listedLinesMax);
      return { status: 200, body: new JsonText(JSON.stringify({ results })) };
    }),
    route(renew, async ({ caller, params, body }) =>
      present(caller, await renewLease(services, caller, { taskId: params.id, ...body })),
    ),
    route(release, async ({ caller, params, body }) =>
      present(caller, await releaseTask(services, caller, { taskId: params.id, ...body })),
    ),
    route(fail, async ({ caller, params, body }) =>
      present(caller, await failTask(services, caller, { taskId: params.id, ...body })),
    ),
  ];
}
