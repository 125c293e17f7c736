import type { Caller } from "../access/caller.ts";
import { type ChangeConsumerRow, listChangeConsumers } from "../changes/change-consumer-store.ts";
import { findLogEnd } from "../changes/change-history-store.ts";
import { consumerScopeOf } from "../changes/consumer-scope.ts";
import type { Database } from "../platform/database/database.ts";
import { type Chart, type ChartRange, chartOf, type Series } from "./chart.ts";

const consumersMax = 500;

/**
 * The lag of each consumer that the caller can access, and the time since it last moved. Only for now: no history is
 * stored.
 */
export async function chartConsumers(db: Database, caller: Caller, range: ChartRange): Promise<Chart> {
  const scope = consumerScopeOf(caller, "statistics");
  const consumers = await listChangeConsumers(db, caller.org.id, scope, { after: "", limit: consumersMax });
  const end = await findLogEnd(db, caller.org.id);
  const now = new Date();
  const lagOf = ({ sequence }: ChangeConsumerRow) => Math.max(end.sequence - sequence, 0);
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
