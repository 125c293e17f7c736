import type { EntityOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { EventLoopTurn } from "../platform/event-loop-turn.ts";
import { JsonText, type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { Problem } from "../platform/problem.ts";
import { type BatchOperation, batchFailed, draftsOfBatch, errorsInBatch } from "./batch-entities.ts";
import type { EntityServices } from "./entity-services.ts";
import type { OnWrite } from "./entity-writer.ts";
import { type StoredResponse, withIdempotencyKey } from "./idempotency/answer-once.ts";
import { presentTo } from "./present-to.ts";
import type { WriteOptions } from "./write/plan-all.ts";
import { sentFields } from "./write/sent-fields.ts";
import type { WriteResult } from "./write/write-request.ts";
import { writerOfCaller } from "./writer-of-caller.ts";

const route = routesFor<Caller>();

export function batchRoutes(services: EntityServices, entityType: string, operations: EntityOperations): Route[] {
  return [
    route(operations.batch, async ({ caller, body, query, request, budget }) => {
      services.countBatch(caller, body.operations.length);
      const batch: Batch = {
        caller,
        request,
        entityType,
        operations: body.operations.map(operationOf),
        cascades: query.cascade === true,
        options: { isAtomic: body.atomic, isDryRun: query.dryRun === true },
        bytesMax: budget.bytesMax,
      };
      const key = request.headers["idempotency-key"];
      const { headers, body: text } =
        typeof key === "string" && !batch.options.isDryRun
          ? await runBatchOnce(services, batch, key)
          : { headers: {}, body: await runBatch(services, batch) };
      return { status: 200, headers, body: new JsonText(text) };
    }),
  ];
}

interface Batch {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly entityType: string;
  readonly operations: readonly BatchOperation[];
  readonly cascades: boolean;
  readonly options: WriteOptions;
  /** The maximum size of the response. */
  readonly bytesMax: number;
}

/** All operations of a batch are one change set. Returns the JSON of the results. */
async function runBatch(services: EntityServices, batch: Batch, alongside?: OnWrite): Promise<string> {
  const { caller, options } = batch;
  const drafts = draftsOfBatch(batch.entityType, batch.operations, batch.cascades);
  const writer = writerOfCaller(caller, batch.request);
  const requests = drafts.map((draft) => ({ draft, writer }));
  return textOfResults(batch, await services.writer.write(caller.org.id, requests, options, alongside));
}

async function runBatchOnce(services: EntityServices, batch: Batch, key: string): Promise<StoredResponse> {
  const { caller, entityType, operations, cascades, options } = batch;
  const content = JSON.stringify(["batch", entityType, operations, cascades, options]);
  return withIdempotencyKey(services.db, { caller, key, content }, async (keep) => {
    const alongside: OnWrite = async (tx, results) =>
      keep(tx, { status: 200, headers: {}, body: await textOfResults(batch, results) });
    return { status: 200, headers: {}, body: await runBatch(services, batch, alongside) };
  });
}

/** Returns entities while the response has room for them; after that, only their ids. */
async function textOfResults({ caller, options, bytesMax }: Batch, results: readonly WriteResult[]): Promise<string> {
  if (options.isAtomic && results.some((result) => "problem" in result)) {
    throw batchFailed(results, (result, index) => presentResult(caller, result, index));
  }
  const turn = new EventLoopTurn();
  const texts: string[] = [];
  let bytes = 0;
  for (const [index, result] of results.entries()) {
    const whole = bytes < bytesMax ? JSON.stringify(presentResult(caller, result, index)) : undefined;
    const fits = whole !== undefined && bytes + whole.length <= bytesMax;
    const text = fits ? whole : JSON.stringify(presentBriefly(result, index));
    bytes += text.length;
    texts.push(text);
    await turn.yieldIfLong();
  }
  return `{"results":[${texts.join(",")}]}`;
}

function presentBriefly(result: WriteResult, index: number): Record<string, JsonValue> {
  return "problem" in result
    ? { status: result.problem.status, problem: presentProblem(result.problem, index) }
    : { status: statuses[result.outcome], id: result.entity.id };
}

const statuses = { created: 201, updated: 200, unchanged: 200, deleted: 204 } as const;

function presentResult(caller: Caller, result: WriteResult, index: number): Record<string, JsonValue> {
  if ("problem" in result) {
    return { status: result.problem.status, problem: presentProblem(result.problem, index) };
  }
  const { outcome, entity } = result;
  const status = statuses[outcome];
  return outcome === "deleted"
    ? { status, id: entity.id }
    : { status, id: entity.id, object: presentTo(caller, entity) };
}

function presentProblem(problem: Problem, index: number): Record<string, JsonValue> {
  const { code, status, detail, errors, members } = problem;
  return {
    type: `/errors/${code}`,
    code,
    status,
    detail,
    ...(errors.length === 0 ? {} : { errors: errorsInBatch(index, problem).map((error) => ({ ...error })) }),
    ...JSON.parse(JSON.stringify(members)),
  };
}

function operationOf({ op, id, federatedId, object }: SentOperation): BatchOperation {
  return { op, id, federatedId, object: object === undefined ? undefined : sentFields(object) };
}

interface SentOperation {
  readonly op: BatchOperation["op"];
  readonly id?: string | undefined;
  readonly federatedId?: string | undefined;
  readonly object?: unknown;
}
