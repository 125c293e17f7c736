import { eventWorkflowTaskOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { readableDocument } from "../../access/readable-document.ts";
import { listDocuments } from "../../entities/list/list-documents.ts";
import { notFound } from "../../errors.ts";
import { entityTag, expectedVersion, isAtHand } from "../../platform/http/entity-tags.ts";
import { parseQueryObject } from "../../platform/http/query-object.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import { type CallbackRow, listCallbacks } from "../callbacks/callback-store.ts";
import type { CourseServices } from "../course/change-course.ts";
import { taskKindName } from "../workflow.ts";
import { presentTask } from "./present-task.ts";
import { listedLinesMax, presentTasks, presentWholeTask, readTask } from "./read-task.ts";
import { retryTask } from "./retry-task.ts";
import { taskClaimRoutes } from "./task-claim-routes.ts";
import { findTasks, listTasks } from "./task-list-store.ts";
import { textIn } from "./text-in.ts";
import { updateSubtext } from "./update-subtext.ts";

const route = routesFor<Caller>();

export function taskRoutes(services: CourseServices): Route[] {
  return [...readingRoutes(services), ...changingRoutes(services), ...taskClaimRoutes(services)];
}

function readingRoutes({ db }: CourseServices): Route[] {
  const { list, get, listCallbacks: listCallbacksOperation } = eventWorkflowTaskOperations;
  return [
    route(list, async ({ caller, query }) => {
      requireListRight(caller);
      const { criteria, order, ...rest } = query;
      const wanted = criteria === undefined ? {} : parseQueryObject("criteria", criteria);
      const filter = { processId: textIn(wanted, "processId"), status: textIn(wanted, "status") };
      const found = await listTasks(db, caller.org.id, filter);
      const { results, ...page } = listDocuments(
        found.map((task) => readableDocument(caller, taskKindName, presentTask(task, [], true))),
        taskKindName,
        { ...rest, criteria: wanted, ...(order === undefined ? {} : { order: parseQueryObject("order", order) }) },
      );
      const body = { results: await completed(db, caller, results), ...page };
      return { status: 200, body: new JsonText(JSON.stringify(body)) };
    }),
    route(get, async ({ caller, params, request }) => {
      const task = await readTask(db, caller, params.id);
      const headers = entityTag(task.version);
      return isAtHand(request.headers, task.version)
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

function changingRoutes(services: CourseServices): Route[] {
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

/** A page was chosen by what tasks are; what they have come to is added to its few. */
async function completed(db: CourseServices["db"], caller: Caller, results: readonly Record<string, unknown>[]) {
  const ids = results.map(({ id }) => String(id));
  const whole = await presentTasks(db, caller, await findTasks(db, caller.org.id, ids), listedLinesMax);
  const byId = new Map(whole.map((task) => [task.id, task]));
  return results.map((shown) => {
    const task = byId.get(String(shown["id"])) ?? shown;
    return Object.fromEntries(Object.entries(task).filter(([field]) => field in shown || isHeavy(field, shown)));
  });
}

/** Left out where the caller has named the fields to see. */
function isHeavy(field: string, shown: Record<string, unknown>): boolean {
  return "status" in shown && "name" in shown && ["input", "output", "outputSources", "logs"].includes(field);
}

function requireListRight(caller: Caller): void {
  if (caller.taskId !== undefined) {
    throw notFound(taskKindName, "list");
  }
  requireRight(caller, "read", { typePath: taskKindName }, "list");
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
