import type { Caller } from "../access/caller.ts";
import type { Database } from "../platform/database/database.ts";
import {
  countProcesses,
  countProcessesInProgress,
  type ProcessCount,
} from "../workflows/processes/process-count-store.ts";
import {
  type Chart,
  type ChartRange,
  chartOf,
  countSeries,
  readableFields,
  slicesOf,
  sumOf,
  type Values,
} from "./chart.ts";

/** What is counted of processes, and the fields of a process that show it. */
const counted = [
  { key: "started", fields: ["startedOn"] },
  { key: "completed", fields: ["status", "endedOn"] },
  { key: "failed", fields: ["status", "endedOn"] },
  { key: "canceled", fields: ["status", "endedOn"] },
] as const;

/** Workflow processes by start and end time; in totals also those that have not ended. */
export async function chartProcesses(db: Database, caller: Caller, range: ChartRange): Promise<Chart> {
  const mayRead = readableFields(caller, "event-workflow-process");
  const counts = await countProcesses(db, caller.org.id, slicesOf(range));
  const shown = counted
    .filter(({ fields }) => mayRead(fields))
    .map(({ key }) => ({ key, values: valuesOf(counts, key) }));
  return chartOf(
    range,
    shown.map(({ key, values }) => countSeries(range, { key, label: key, unit: "processes" }, values)),
    {
      ...Object.fromEntries(shown.map(({ key, values }) => [key, sumOf(values)])),
      ...(mayRead(["status"]) ? await countInProgress(db, caller.org.id) : {}),
    },
  );
}

function valuesOf(counts: readonly ProcessCount[], key: ProcessCount["outcome"]): Values {
  return new Map(counts.filter(({ outcome }) => outcome === key).map(({ interval, count }) => [interval, count]));
}

async function countInProgress(db: Database, orgId: string): Promise<Record<string, number>> {
  const counts = await countProcessesInProgress(db, orgId);
  return {
    pending: 0,
    running: 0,
    awaiting: 0,
    ...Object.fromEntries(counts.map(({ status, count }) => [status, count])),
  };
}
