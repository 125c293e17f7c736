import { eventWorkflowTaskClaimOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { entityTag } from "../../platform/http/entity-tags.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import type { ProcessServices } from "../process-state/update-process.ts";
import { leaseTasks } from "./lease-tasks.ts";
import { listedLinesMax, presentTasks } from "./read-task.ts";
import { renewLease } from "./renew-lease.ts";

const route = routesFor<Caller>();

/**
 * External workers claim tasks and renew their leases. A worker sees the same of a task as by reading it: callers with
 * the right to call back see the task, and its input if they may also read the trigger of its process.
 */
export function taskClaimRoutes(services: ProcessServices): Route[] {
  const { claim, renew } = eventWorkflowTaskClaimOperations;
  const { db } = services;
  return [
    route(claim, async ({ caller, body: { wait, names, ...input }, ended }) => {
      const leased = await leaseTasks(services, caller, { ...input, names }, { waitMs: wait * 1_000, ended });
      const results = await presentTasks(db, caller, leased, listedLinesMax);
      return { status: 200, body: new JsonText(JSON.stringify({ results })) };
    }),
    route(renew, async ({ caller, params, body }) => {
      const task = await renewLease(services, caller, { taskId: params.id, ...body });
      const [shown] = await presentTasks(db, caller, [task], listedLinesMax);
      return { status: 200, headers: entityTag(task.version), body: new JsonText(JSON.stringify(shown)) };
    }),
  ];
}
