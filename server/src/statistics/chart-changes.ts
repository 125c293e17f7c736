import { typesWithHistory } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { consumerScopeOf } from "../changes/change-consumer.ts";
import { type ChangeConsumerRow, listChangeConsumers } from "../changes/change-consumer-store.ts";
import {
  type ChangeCount,
  countChangesBehind,
  findCountedPlace,
  sumChangeCounts,
} from "../changes/change-count-store.ts";
import { recordsBetween } from "../changes/change-cursor.ts";
import { findLogEnd, startSnapshot } from "../changes/change-history-store.ts";
import { forceIndexScans } from "../changes/change-scan-store.ts";
import { readableChanges } from "../changes/readable-changes.ts";
import type { Database } from "../platform/database/database.ts";
import type { ReadingDatabase } from "../platform/database/replica-reads.ts";
import {
  type Chart,
  type ChartRange,
  chartOf,
  countSeries,
  type Series,
  slicesOf,
  sumOf,
  type Values,
} from "./chart.ts";

/** The changes that the caller may read in the history, by type; in totals also by action. */
export async function chartChanges(db: ReadingDatabase, caller: Caller, range: ChartRange): Promise<Chart> {
  const counts = await countReadable(db, caller, range);
  const types = typesWithHistory.map((entityType) => {
    const values = addUp(counts.filter(({ entity_type }) => entity_type === entityType));
    return { entityType, values, total: sumOf(values) };
  });
  const withChanges = types.filter(({ total }) => total > 0);
  return chartOf(
    range,
    withChanges.map(({ entityType, values }) =>
      countSeries(range, { key: entityType, label: entityType.replaceAll("-", " "), unit: "changes" }, values),
    ),
    {
      ...Object.fromEntries(withChanges.map(({ entityType, total }) => [entityType, total])),
      create: counts.reduce((sum, { creates }) => sum + creates, 0),
      update: counts.reduce((sum, { updates }) => sum + updates, 0),
      delete: counts.reduce((sum, { deletes }) => sum + deletes, 0),
    },
  );
}

/** In one snapshot: otherwise a record that is counted meanwhile would appear twice or not at all. */
async function countReadable(db: ReadingDatabase, caller: Caller, range: ChartRange): Promise<ChangeCount[]> {
  const readable = readableChanges(caller, undefined);
  const orgId = caller.org.id;
  const slices = slicesOf(range);
  return db.transaction(async (tx) => {
    await startSnapshot(tx);
    await forceIndexScans(tx);
    const place = await findCountedPlace(tx, orgId);
    const counted = await sumChangeCounts(tx, orgId, slices, readable);
    const behind = await countChangesBehind(tx, orgId, { slices, place }, readable);
    return [...counted, ...behind];
  });
}

function addUp(counts: readonly ChangeCount[]): Values {
  const values = new Map<number, number>();
  for (const { interval, creates, updates, deletes } of counts) {
    values.set(interval, (values.get(interval) ?? 0) + creates + updates + deletes);
  }
  return values;
}

const consumersMax = 500;

/**
 * The lag of each consumer that the caller can access, and the time since it last moved. Only for now: no history is
 * stored.
 */
export async function chartConsumers(db: Database, caller: Caller, range: ChartRange): Promise<Chart> {
  const scope = consumerScopeOf(caller);
  const consumers = await listChangeConsumers(db, caller.org.id, scope, { after: "", limit: consumersMax });
  const end = await findLogEnd(db, caller.org.id);
  const now = new Date();
  const lagOf = ({ sequence }: ChangeConsumerRow) => Math.max(recordsBetween(sequence, end.sequence), 0);
  const idleOf = ({ updated_on }: ChangeConsumerRow) =>
    Math.max(Math.round((now.getTime() - updated_on.getTime()) / 1000), 0);
  const at = now.toISOString();
  const series = consumers.flatMap((consumer): Series[] => [
    {
      key: `lag:${consumer.name}`,
      label: `${consumer.name}: lag`,
      unit: "records",
      points: [{ at, value: lagOf(consumer) }],
    },
    {
      key: `idle:${consumer.name}`,
      label: `${consumer.name}: time since last update`,
      unit: "s",
      points: [{ at, value: idleOf(consumer) }],
    },
  ]);
  const lags = consumers.map(lagOf);
  return chartOf(range, series, {
    consumers: consumers.length,
    lag: lags.reduce((sum, lag) => sum + lag, 0),
    lagMax: Math.max(0, ...lags),
  });
}
