import type { EntityOperations, RequestFault } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import type { Transaction } from "../platform/database/database.ts";
import { invalidFields } from "../platform/errors.ts";
import { EventLoopTurn } from "../platform/event-loop-turn.ts";
import { JsonText, type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { Problem } from "../platform/problem.ts";
import type { EntityServices } from "./entity-services.ts";
import { type StoredResponse, withIdempotencyKey } from "./idempotency/answer-once.ts";
import { presentTo } from "./model/present-entity.ts";
import {
  type Draft,
  type EntityAddress,
  type SentFields,
  sentFields,
  type WriteResult,
} from "./model/write-request.ts";
import type { Work } from "./write/entity-writer.ts";
import type { WriteOptions } from "./write/plan-all.ts";
import { writerOfCall } from "./writer-of-call.ts";

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

/** Further writes in the transaction of a batch, such as the response for its idempotency key. */
type OnWrite = (tx: Transaction, results: readonly WriteResult[]) => Promise<void>;

/** All operations of a batch are one change set. Returns the JSON of the results. */
async function runBatch(services: EntityServices, batch: Batch, onWrite?: OnWrite): Promise<string> {
  const { caller, options } = batch;
  const drafts = draftsOfBatch(batch.entityType, batch.operations, batch.cascades);
  const { request } = batch;
  const writer = await writerOfCall(services.db, { caller, request, isDryRun: options.isDryRun });
  const requests = drafts.map((draft) => ({ draft, writer }));
  const work: Work<readonly WriteResult[]> = async (write) => {
    const written = await write.add(requests, options);
    await onWrite?.(write.tx, written);
    return written;
  };
  const results = await services.writer.run(caller.org.id, work, { draftCount: requests.length });
  return textOfResults(batch, results);
}

async function runBatchOnce(services: EntityServices, batch: Batch, key: string): Promise<StoredResponse> {
  const { caller, entityType, operations, cascades, options } = batch;
  const content = JSON.stringify(["batch", entityType, operations, cascades, options]);
  return withIdempotencyKey(services.db, { caller, key, content }, async (keep) => {
    const onWrite: OnWrite = async (tx, results) =>
      keep(tx, { status: 200, headers: {}, body: await textOfResults(batch, results) });
    return { status: 200, headers: {}, body: await runBatch(services, batch, onWrite) };
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

interface BatchOperation {
  readonly op: "create" | "update" | "upsert" | "delete";
  readonly id?: string | undefined;
  readonly federatedId?: string | undefined;
  readonly object?: SentFields | undefined;
}

/** The drafts of a batch. Missing members are reported for all operations at once. */
function draftsOfBatch(entityType: string, operations: readonly BatchOperation[], cascades: boolean): Draft[] {
  const errors: RequestFault[] = [];
  const drafts = operations.flatMap((operation, index) => {
    const draft = draftOf(entityType, operation, cascades);
    if ("error" in draft) {
      errors.push({ pointer: `#/operations/${index}`, code: "invalid-value", detail: draft.error });
      return [];
    }
    return [draft];
  });
  if (errors.length > 0) {
    throw invalidFields(errors);
  }
  return drafts;
}

function draftOf(entityType: string, operation: BatchOperation, cascades: boolean): Draft | { error: string } {
  const { op, object = {} } = operation;
  if (operation.object === undefined && op !== "delete") {
    return { error: `${op} requires object, the fields to write.` };
  }
  switch (op) {
    case "create":
      return createDraft(entityType, operation, object);
    case "upsert":
      return upsertDraft(entityType, operation, object);
    case "update": {
      const address = addressOf(operation);
      return address === undefined ? { error: needsAddress(op) } : { op, entityType, address, object };
    }
    case "delete": {
      const address = addressOf(operation);
      return address === undefined ? { error: needsAddress(op) } : { op, entityType, address, cascades };
    }
  }
}

function createDraft(entityType: string, { id, federatedId }: BatchOperation, object: SentFields) {
  if (id !== undefined) {
    return { error: "create generates the id; omit id, or use update." };
  }
  if (federatedId !== undefined && (object["federatedId"] ?? federatedId) !== federatedId) {
    return { error: "federatedId differs from the one in object. Send it once." };
  }
  return { op: "create", entityType, object: federatedId === undefined ? object : { ...object, federatedId } } as const;
}

function upsertDraft(entityType: string, { federatedId }: BatchOperation, object: SentFields) {
  const key = federatedId ?? object["federatedId"];
  return typeof key === "string"
    ? ({ op: "upsert", entityType, federatedId: key, object } as const)
    : { error: "upsert requires federatedId, the external ID." };
}

function addressOf({ id, federatedId }: BatchOperation): EntityAddress | undefined {
  if (id !== undefined) {
    return { id };
  }
  return federatedId === undefined ? undefined : { federatedId };
}

function needsAddress(op: string): string {
  return `${op} requires id or federatedId.`;
}

/** The problem of an atomic batch that failed: the first error, and the result of each operation. */
function batchFailed(
  results: readonly WriteResult[],
  present: (result: WriteResult, index: number) => object,
): Problem {
  const failed = results.flatMap((result, index) => ("problem" in result ? [{ index, problem: result.problem }] : []));
  const [first] = failed;
  const detail = `Nothing was written: ${failed.length} of ${results.length} operations failed. The first is operation ${first?.index}: ${first?.problem.detail}`;
  return new Problem("batch-failed", detail, {
    errors: failed.slice(0, errorsMax).flatMap(({ index, problem }) => errorsOf(index, problem)),
    members: {
      results: results.map((result, index) => ("problem" in result ? present(result, index) : { status: 424 })),
    },
  });
}

const errorsMax = 100;

function errorsOf(index: number, problem: Problem): RequestFault[] {
  const { code, detail, errors } = problem;
  return errors.length === 0 ? [{ pointer: `#/operations/${index}`, code, detail }] : errorsInBatch(index, problem);
}

/** The errors of one operation, with pointers into the whole request. */
function errorsInBatch(index: number, { errors }: Problem): RequestFault[] {
  return errors.map((error) => ({ ...error, pointer: `#/operations/${index}/object${error.pointer.slice(1)}` }));
}
