import { externalEventOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { type KeepAnswer, type StoredResponse, withIdempotencyKey } from "../../entities/idempotency/answer-once.ts";
import { type Writer, writerOfCaller } from "../../entities/model/write-request.ts";
import { type EventListener, findListeners, raiseEvents } from "../../entities/write/event-listener.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { JsonText, type RequestFacts, type Route, routesFor } from "../../platform/http/route.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { Problem } from "../../platform/problem.ts";
import { findProcesses } from "../process-state/process-state-store.ts";
import { hasEnded } from "../process-state/task-states.ts";
import { presentProcess, watchProcess } from "../processes/read-process.ts";
import { processKindName } from "../workflow.ts";
import type { ProcessServices, StartingServices } from "../workflow-services.ts";
import { findStarted } from "./process-start-store.ts";
import { requestProcess, requestProcesses, requireOutsideKey, type StartRequest } from "./start-processes.ts";

const route = routesFor<Caller>();
const synchronousMs = 30_000;

/** Manual starts and external events. */
export function externalEventRoutes(services: ProcessServices & StartingServices): Route[] {
  const { raise, request: requestOperation, requestSynchronously } = externalEventOperations;
  const { db } = services;
  return [
    route(raise, async ({ caller, body: { eventType, actionType, ...payload }, request }) => {
      const writer = writerOfCaller(caller, request);
      const event = { name: `${eventType}|${actionType}`, payload };
      const types = await services.types.typesOf(caller.org.id);
      return started(services, { caller, request, content: JSON.stringify(event) }, (tx) =>
        raiseExternalEvent(tx, { ...services, types }, { caller, writer }, event),
      );
    }),
    route(requestOperation, async ({ caller, body, request }) => {
      const input = startRequestOf(body);
      return started(services, { caller, request, content: JSON.stringify(input) }, (tx) =>
        requestProcesses(tx, services, caller, input),
      );
    }),
    route(requestSynchronously, async ({ caller, body, ended }) => {
      const id = await db.transaction((tx) => requestProcess(tx, services, caller, startRequestOf(body)));
      const process = await watchProcess(services, caller, id, { waitMs: synchronousMs, ended });
      if (!hasEnded(process.status)) {
        throw new Problem("still-running", `The process ${id} did not end within 30 s. It continues.`, {
          members: { processId: id },
        });
      }
      return {
        status: 200,
        body: new JsonText(JSON.stringify(await presentProcess(db, caller, process, { withTasks: true }))),
      };
    }),
  ];
}

function startRequestOf(body: {
  triggerKey: string;
  event?: JsonObject | undefined;
  eventWorkflowId?: string | undefined;
}): StartRequest {
  const { triggerKey, event = {}, eventWorkflowId } = body;
  return { triggerKey, event, eventWorkflowId };
}

interface StartCall {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly content: string;
}

/** Runs once per Idempotency-Key, if there is one. */
async function started(services: ProcessServices, call: StartCall, start: (tx: Transaction) => Promise<string[]>) {
  const { caller, request, content } = call;
  const key = request.headers["idempotency-key"];
  const answer =
    typeof key === "string"
      ? await withIdempotencyKey(services.db, { caller, key, content: `start ${content}` }, (keep) =>
          startOnce(services, caller, start, keep),
        )
      : await startOnce(services, caller, start, async () => {});
  return { status: 201 as const, headers: answer.headers, body: new JsonText(answer.body) };
}

async function startOnce(
  { db }: ProcessServices,
  caller: Caller,
  start: (tx: Transaction) => Promise<string[]>,
  keep: KeepAnswer,
): Promise<StoredResponse> {
  return db.transaction(async (tx) => {
    const processes = await findProcesses(tx, caller.org.id, await start(tx));
    const results: JsonObject[] = [];
    for (const process of processes) {
      results.push(await presentProcess(tx, caller, process, { withTasks: false }));
    }
    const answer = { status: 201, headers: {}, body: JSON.stringify({ results }) };
    await keep(tx, answer);
    return answer;
  });
}

interface ExternalEventServices {
  /** Loaded before the transaction, which must not wait for another connection. */
  readonly types: TypeTree;
  readonly listeners: readonly EventListener[];
}

/** Raises an external event for workflows and webhooks. Returns the processes that it started. */
async function raiseExternalEvent(
  tx: Transaction,
  { types, listeners }: ExternalEventServices,
  { caller, writer }: { readonly caller: Caller; readonly writer: Writer },
  { name, payload }: { readonly name: string; readonly payload: JsonObject },
): Promise<string[]> {
  requireRight(caller, "create", { typePath: processKindName }, "list");
  requireOutsideKey(name, "#/eventType");
  const orgId = caller.org.id;
  const { author } = writer;
  // The service sets these members, so the sender cannot.
  const { triggerKey: _key, changeSetId: _changeSet, ...reported } = payload;
  await raiseEvents(tx, [{ kind: "named", name, payload: reported, author }], {
    listeners: await findListeners(tx, orgId, listeners),
    types,
  });
  return findStarted(tx, orgId, author.changeSetId);
}
