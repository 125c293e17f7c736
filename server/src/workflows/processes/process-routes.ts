import { eventWorkflowProcessOperations, eventWorkflowRestartOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { listDocuments } from "../../entities/list/list-documents.ts";
import { readableDocument } from "../../kinds/readable-document.ts";
import { entityTag, isNotModified } from "../../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import type { WorkflowProcess } from "../process-state/process-state.ts";
import { cancelProcess } from "../process-state/update-process.ts";
import { textIn } from "../tasks/read-task.ts";
import { processKindName } from "../workflow.ts";
import { listProcesses } from "./process-list-store.ts";
import { presentProcess, presentSummary, requireProcess, watchProcess } from "./read-process.ts";
import { listRestarts, type RestartServices, restartProcess } from "./restart-process.ts";

const route = routesFor<Caller>();

export function processRoutes(services: RestartServices): Route[] {
  const { db } = services;
  const { list, get, cancel } = eventWorkflowProcessOperations;
  const { restart, listRestarts: listRestartsOperation } = eventWorkflowRestartOperations;
  const present = async (caller: Caller, id: string) => {
    const process = await requireProcess(db, caller, id);
    const body = await presentProcess(db, caller, process, { withTasks: false });
    return { status: 200 as const, headers: entityTag(process.version), body: new JsonText(JSON.stringify(body)) };
  };
  return [
    route(list, async ({ caller, query, budget }) => {
      requireRight(caller, "read", { typePath: processKindName }, "list");
      const { criteria = {} } = query;
      const filter = { workflowId: textIn(criteria, "eventWorkflowId"), status: textIn(criteria, "status") };
      const page = await budget.read(async () => {
        const processes = await listProcesses(db, caller.org.id, filter);
        return listDocuments(readable(caller, processes), processKindName, query, budget);
      });
      return { status: 200, body: new JsonText(JSON.stringify(page)) };
    }),
    route(get, async ({ caller, params, query, request, ended }) => {
      const waitMs = (query.wait ?? 0) * 1_000;
      const process = await watchProcess(services, caller, params.id, { waitMs, ended });
      const headers = entityTag(process.version);
      if (isNotModified(request.headers, process.version)) {
        return { status: 304 as const, headers };
      }
      const body = await presentProcess(db, caller, process, { withTasks: query.relations === "tasks" });
      return { status: 200 as const, headers, body: new JsonText(JSON.stringify(body)) };
    }),
    route(cancel, async ({ caller, params }) => {
      await cancelProcess(services, caller, params.id);
      return present(caller, params.id);
    }),
    route(restart, async ({ caller, params, body: { fromTaskId, output }, request }) => {
      await restartProcess(services, caller, request, { processId: params.id, fromTaskId, output });
      return present(caller, params.id);
    }),
    route(listRestartsOperation, async ({ caller, params, query, budget }) => {
      const body = await listRestarts(services, caller, params.id, { ...query, budget });
      return { status: 200, body: new JsonText(JSON.stringify(body)) };
    }),
  ];
}

/** Callers must not infer from a criterion what they may not read. */
function readable(caller: Caller, processes: readonly WorkflowProcess[]) {
  return processes.map((process) => readableDocument(caller, processKindName, presentSummary(caller, process)));
}
