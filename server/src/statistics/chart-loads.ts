import type { Caller } from "../access/caller.ts";
import { countEndedLoads, countLoadsInProgress, type LoadCount } from "../loader/load-count-store.ts";
import type { Database } from "../platform/database/database.ts";
import {
  type Chart,
  type ChartRange,
  chartOf,
  countSeries,
  measureSeries,
  readableFields,
  slicesOf,
  sumOf,
} from "./chart.ts";

/** What is counted of loads, and the fields of a load that show it. */
const counted = [
  { key: "completed", label: "completed", unit: "loads", fields: ["status", "endedOn"] },
  { key: "failed", label: "failed", unit: "loads", fields: ["status", "endedOn"] },
  { key: "canceled", label: "canceled", unit: "loads", fields: ["status", "endedOn"] },
  { key: "dryRuns", label: "dry runs", unit: "loads", fields: ["dryRun", "endedOn"] },
  { key: "rows", label: "rows", unit: "rows", fields: ["progress", "endedOn"] },
  { key: "created", label: "entities created", unit: "entities", fields: ["counts", "endedOn"] },
  { key: "updated", label: "entities updated", unit: "entities", fields: ["counts", "endedOn"] },
  { key: "deleted", label: "entities deleted", unit: "entities", fields: ["counts", "endedOn"] },
] as const;

const speed = { key: "rowsPerSecond", label: "rows per second", unit: "rows/s" } as const;

/** Loads by end time; in totals also those that have not ended. */
export async function chartLoads(db: Database, caller: Caller, range: ChartRange): Promise<Chart> {
  const mayRead = readableFields(caller, "loader-process");
  const counts = await countEndedLoads(db, caller.org.id, slicesOf(range));
  const shown = counted
    .filter(({ fields }) => mayRead(fields))
    .map(({ fields: _, ...head }) => ({
      head,
      values: new Map(counts.map((count) => [count.interval, count[head.key]])),
    }));
  const maySeeSpeed = mayRead(["progress", "startedOn", "endedOn"]);
  const speeds = maySeeSpeed ? [measureSeries(range, speed, speedsOf(counts))] : [];
  return chartOf(range, [...shown.map(({ head, values }) => countSeries(range, head, values)), ...speeds], {
    ...Object.fromEntries(shown.map(({ head, values }) => [head.key, sumOf(values)])),
    ...(maySeeSpeed ? overallSpeed(counts) : {}),
    ...(mayRead(["status"]) ? await countLoadsInProgress(db, caller.org.id) : {}),
  });
}

function speedsOf(counts: readonly LoadCount[]): Map<number, number> {
  const measured = counts.filter(({ seconds }) => seconds > 0);
  return new Map(measured.map(({ interval, rows, seconds }) => [interval, Math.round(rows / seconds)]));
}

/** Across all loads; empty if none has completed. */
function overallSpeed(counts: readonly LoadCount[]): Record<string, number> {
  const sum = (key: "rows" | "seconds") => counts.reduce((total, count) => total + count[key], 0);
  return sum("seconds") > 0 ? { [speed.key]: Math.round(sum("rows") / sum("seconds")) } : {};
}
