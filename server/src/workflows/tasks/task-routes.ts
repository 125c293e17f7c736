import { eventWorkflowTaskClaimOperations, eventWorkflowTaskOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { type DocumentPage, listDocuments } from "../../entities/list/list-documents.ts";
import { selectFields } from "../../entities/list/select-fields.ts";
import type { KindDocument } from "../../kinds/entity-kind.ts";
import { readableDocument } from "../../kinds/readable-document.ts";
import { entityTag, expectedVersion, isNotModified } from "../../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import { type CallbackRow, listCallbacks } from "../callbacks/callback-store.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { taskKindName } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { retryTask, updateSubtext } from "./change-task.ts";
import { listedLinesMax, presentTask, presentTasks, presentWholeTask, readTask, textIn } from "./read-task.ts";
import { failTask, leaseTasks, releaseTask, renewLease } from "./task-leases.ts";
import { findTasks, listTasks } from "./task-store.ts";

const route = routesFor<Caller>();

export function taskRoutes(services: ProcessServices): Route[] {
  return [...readingRoutes(services), ...changingRoutes(services), ...claimRoutes(services)];
}

function readingRoutes({ db }: ProcessServices): Route[] {
  const { list, get, listCallbacks: listCallbacksOperation } = eventWorkflowTaskOperations;
  return [
    route(list, async ({ caller, query, budget }) => {
      requireRight(caller, "read", { typePath: taskKindName }, "list");
      const { criteria = {} } = query;
      const filter = { processId: textIn(criteria, "processId"), status: textIn(criteria, "status") };
      const body = await budget.read(async () => {
        const found = await listTasks(db, caller.org.id, filter);
        const documents = found.map((task) => readableDocument(caller, taskKindName, presentTask(task, [], true)));
        const chosen = listDocuments(documents, taskKindName, query, budget);
        // Inputs may be large: the page ends with the last task that fits.
        budget.rewind(0);
        const tasks = await findTasks(db, caller.org.id, idsOf(chosen.results), budget);
        const { spent } = budget;
        budget.rewind(0);
        const page = tasks.isCut
          ? listDocuments(documents, taskKindName, { ...query, limit: tasks.rows.length }, budget)
          : chosen;
        budget.rewind(spent);
        return {
          ...page,
          results: await completed(db, caller, page.results, { tasks: tasks.rows, fields: query.fields }),
        };
      });
      return { status: 200, body: new JsonText(JSON.stringify(body)) };
    }),
    route(get, async ({ caller, params, request }) => {
      const task = await readTask(db, caller, params.id);
      const headers = entityTag(task.version);
      return isNotModified(request.headers, task.version)
        ? { status: 304 as const, headers }
        : { status: 200 as const, headers, body: new JsonText(JSON.stringify(task)) };
    }),
    route(listCallbacksOperation, async ({ caller, params }) => {
      await readTask(db, caller, params.id);
      const callbacks = await listCallbacks(db, caller.org.id, params.id);
      return { status: 200, body: { results: callbacks.map(presentCallback) } };
    }),
  ];
}

function changingRoutes(services: ProcessServices): Route[] {
  const { update, retry } = eventWorkflowTaskOperations;
  const { db } = services;
  return [
    route(update, async ({ caller, params, body: { subtext, ...others }, request }) => {
      const change = { taskId: params.id, subtext, others, expectedVersion: expectedVersion(request.headers) };
      await updateSubtext(services, caller, change, (id) => readTask(db, caller, id));
      return changed(await readTask(db, caller, params.id));
    }),
    route(retry, async ({ caller, params }) => {
      const task = await retryTask(services, caller, params.id);
      return changed(await presentWholeTask(db, caller, task));
    }),
  ];
}

/** Adds inputs and outputs to a page, which was selected without them. */
async function completed(
  db: ProcessServices["db"],
  caller: Caller,
  results: DocumentPage["results"],
  { tasks, fields }: { readonly tasks: readonly WorkflowTask[]; readonly fields: readonly string[] | undefined },
) {
  const whole: KindDocument[] = [];
  for (const some of inGroups(tasks, processesAtATime)) {
    whole.push(...(await presentTasks(db, caller, some, listedLinesMax)));
  }
  const selected = fields && new Set(["id", ...fields]);
  const byId = new Map(whole.map((task) => [task.id, task]));
  return results.map((shown) => {
    const task = byId.get(String(shown["id"])) ?? shown;
    return selectFields({ ...task }, selected);
  });
}

// Each has an event, which may be as large as two entities.
const processesAtATime = 16;

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function idsOf(results: readonly Record<string, unknown>[]): string[] {
  return results.map(({ id }) => String(id));
}

function changed(task: Awaited<ReturnType<typeof readTask>>) {
  return { status: 200 as const, headers: entityTag(task.version), body: new JsonText(JSON.stringify(task)) };
}

function presentCallback(row: CallbackRow) {
  return {
    id: row.id,
    receivedOn: row.received_on.toISOString(),
    status: row.status,
    verdict: row.verdict,
    ...(row.detail === null ? {} : { detail: row.detail }),
    ...(row.actor_id === null ? {} : { actorId: row.actor_id }),
    ...(row.actor_name === null ? {} : { actorName: row.actor_name }),
    bodyHash: row.body_hash,
  };
}

/**
 * External workers claim tasks, renew their leases, and hand tasks back. A worker sees the same of a task as by reading
 * it: callers with the right to call back see the task, and its input if they may also read the trigger of its process.
 */
function claimRoutes(services: ProcessServices): Route[] {
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
