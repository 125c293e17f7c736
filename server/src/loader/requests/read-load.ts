import type { Verb } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import type { KindDocument } from "../../kinds/entity-kind.ts";
import { readableDocument } from "../../kinds/readable-document.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { nextHint } from "../../platform/database/wake-up-bus.ts";
import { notFound } from "../../platform/errors.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import {
  emptyReport,
  hasLoadEnded,
  type Load,
  type LoadReport,
  loadsTopic,
  noProgress,
  type Progress,
} from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import { findLoad, lockLoad } from "../load-store.ts";

/** A load as visible to the caller: its configuration and its report, flat. */
export function presentLoad(load: Load, caller: Caller): KindDocument {
  const { planHash: _, ...report } = load.report ?? emptyReport;
  return readableDocument(caller, loadKindName, { ...summaryOf(load), ...asJson(report) });
}

/** Omits parts that may be long. */
export function presentLoadInList(load: Load, caller: Caller): KindDocument {
  const { planHash: _, issues: _issues, samples, ...report } = load.report ?? emptyReport;
  const {
    preprocessingStepResults: _steps,
    expressionReadings,
    undescribedColumns,
    literalMappings,
    ...reported
  } = report;
  return readableDocument(caller, loadKindName, { ...summaryOf(load), ...asJson(reported) });
}

function summaryOf(load: Load): KindDocument {
  const progress = load.progress ?? noProgress;
  return {
    ...asJson(load.configuration),
    id: load.id,
    entityType: loadKindName,
    typePath: loadKindName,
    version: load.version,
    createdOn: load.createdOn.toISOString(),
    updatedOn: load.updatedOn.toISOString(),
    ...(load.createdById === null ? {} : { createdById: load.createdById }),
    ...(load.startedOn === null ? {} : { startedOn: load.startedOn.toISOString() }),
    ...(load.endedOn === null ? {} : { endedOn: load.endedOn.toISOString() }),
    status: load.status,
    progress: asJson(progress),
    subtext: subtextOf(load, progress),
    changeSetId: load.writer.author.changeSetId,
    ...(load.undo === undefined ? {} : { undo: asJson(undoOf(load.undo)) }),
  };
}

function undoOf({ status, reverted, notReverted, reasons }: NonNullable<Load["undo"]>) {
  return { status, reverted, notReverted, reasons };
}

/** Stored JSON is JSON; the round trip drops undefined values. */
function asJson(value: object): Record<string, JsonValue> {
  return JSON.parse(JSON.stringify(value));
}

function subtextOf({ status, report }: Load, progress: Progress): string {
  switch (status) {
    case "pending":
      return "Waiting to start";
    case "running":
      return runningText(progress);
    case "completed":
      return `Completed: ${countsText(report)}`;
    case "failed":
      return report?.errors === 1 ? "Failed with 1 error" : `Failed with ${report?.errors ?? 0} errors`;
    case "canceled":
      return "Canceled";
  }
}

function runningText({ phase, rowsDone, rowsTotal, rowsPerSecond, percent, etaSeconds }: Progress): string {
  const rows = rowsTotal === 0 ? `${rowsDone} rows` : `${rowsDone} of ${rowsTotal} rows`;
  switch (phase) {
    case "checking":
      return `Checking: ${rows}, ${rowsPerSecond} per second`;
    case "writing":
      return `Writing: ${rows}, ${rowsPerSecond} per second, ${percent} %, ${etaSeconds} s left`;
    case "publishing":
      return `Publishing assortments: ${rowsDone} of ${rowsTotal}`;
    default:
      return "Beginning";
  }
}

function countsText(report: LoadReport | undefined): string {
  const all = Object.values(report?.counts ?? {});
  const sum = (name: "created" | "updated" | "unchanged" | "deleted" | "failed") =>
    all.reduce((total, counts) => total + counts[name], 0);
  const parts = (["created", "updated", "unchanged", "deleted", "failed"] as const)
    .filter((name) => sum(name) > 0)
    .map((name) => `${sum(name)} ${name}`);
  return parts.length === 0 ? "no changes" : parts.join(", ");
}

export const loadKindName = "loader-process";

export function requireLoadRight(caller: Caller, verb: Verb, id: string): void {
  requireRight(caller, verb, { typePath: loadKindName }, id);
}

export async function requireLoad(db: Database, caller: Caller, id: string): Promise<Load> {
  const load = await findLoad(db, caller.org.id, id);
  if (load === undefined) {
    throw notFound(loadKindName, id);
  }
  return load;
}

/** The current load, locked until the transaction ends. */
export async function requireLockedLoad(tx: Transaction, caller: Caller, id: string): Promise<Load> {
  const load = await lockLoad(tx, caller.org.id, id);
  if (load === undefined) {
    throw notFound(loadKindName, id);
  }
  return load;
}

// Notifications may be lost, so the load is also polled.
const lookAgainMs = 1_000;

/** The current load, or its final state if it ends within the timeout. */
export async function watchLoad(
  { db, bus }: Pick<LoadServices, "db" | "bus">,
  caller: Caller,
  id: string,
  { waitMs, ended }: { readonly waitMs: number; readonly ended: AbortSignal },
): Promise<Load> {
  requireLoadRight(caller, "read", id);
  const deadline = Date.now() + waitMs;
  let load = await requireLoad(db, caller, id);
  while (isInProgress(load) && Date.now() < deadline && !ended.aborted) {
    await nextHint(bus, { topic: loadsTopic, key: id }, Math.min(lookAgainMs, deadline - Date.now()), ended);
    load = await requireLoad(db, caller, id);
  }
  return load;
}

function isInProgress(load: Load): boolean {
  return !hasLoadEnded(load) || load.undo?.status === "pending" || load.undo?.status === "running";
}
