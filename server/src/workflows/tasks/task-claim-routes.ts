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
 * Outside workers take tasks and hold them. They see of a task what they would see by reading it: whoever may call back
 * sees it, and what it was called with if they may also read what has started its process.
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
