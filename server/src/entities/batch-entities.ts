import type { RequestFault } from "@weft/contract";
import { Problem } from "../platform/problem.ts";
import type { Draft, EntityAddress, SentFields, WriteResult } from "./write/write-request.ts";

export interface BatchOperation {
  readonly op: "create" | "update" | "upsert" | "delete";
  readonly id?: string | undefined;
  readonly federatedId?: string | undefined;
  readonly object?: SentFields | undefined;
}

/** The drafts of a batch. Missing members are reported for all operations at once. */
export function draftsOfBatch(entityType: string, operations: readonly BatchOperation[], cascades: boolean): Draft[] {
  const errors: RequestFault[] = [];
  const drafts = operations.flatMap((operation, index) => {
    const draft = draftOf(entityType, operation, cascades);
    if ("error" in draft) {
      errors.push({ pointer: `#/operations/${index}`, code: "invalid-value", detail: draft.error });
      return [];
    }
    return [draft];
  });
  const [first] = errors;
  if (first !== undefined) {
    throw new Problem("invalid-request", `${first.pointer}: ${first.detail}`, { errors });
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
export function batchFailed(
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
export function errorsInBatch(index: number, { errors }: Problem): RequestFault[] {
  return errors.map((error) => ({ ...error, pointer: `#/operations/${index}/object${error.pointer.slice(1)}` }));
}
