import type { Caller } from "../access/caller.ts";
import { requireRight } from "../access/decide.ts";
import type { Database } from "../platform/database/database.ts";
import { type AttemptCount, countParkedDeliveries, countWebhookAttempts } from "../webhooks/webhook-count-store.ts";
import { type Chart, type ChartRange, chartOf, countSeries, measureSeries, sumOf, type Values } from "./chart.ts";

const counted = [
  { key: "delivered", label: "delivered requests", unit: "calls" },
  { key: "failed", label: "failed requests", unit: "calls" },
] as const;

const parkedHead = { key: "parked", label: "parked deliveries", unit: "deliveries" };

const measured = [
  { head: { key: "durationMedian", label: "median duration", unit: "ms" }, column: "duration_median" },
  { head: { key: "durationP95", label: "95th percentile of duration", unit: "ms" }, column: "duration_p95" },
] as const;

/** Webhook calls by start time. A caller that may not read webhooks does not learn that any exist. */
export async function chartWebhooks(db: Database, caller: Caller, range: ChartRange): Promise<Chart> {
  requireRight(caller, "read", { typePath: "webhook-delivery" }, "statistics");
  const attempts = await countWebhookAttempts(db, caller.org.id, range);
  const parkedCounts = await countParkedDeliveries(db, caller.org.id, range);
  const counts = [
    ...counted.map((head) => ({ head, values: valuesOf(attempts, head.key) })),
    { head: parkedHead, values: new Map(parkedCounts.map(({ interval, count }) => [interval, count])) },
  ];
  const whole = attempts.find(({ interval }) => interval === null);
  return chartOf(
    range,
    [
      ...counts.map(({ head, values }) => countSeries(range, head, values)),
      ...measured.map(({ head, column }) => measureSeries(range, head, valuesOf(attempts, column))),
    ],
    {
      ...Object.fromEntries(counts.map(({ head, values }) => [head.key, sumOf(values)])),
      ...(whole === undefined ? {} : Object.fromEntries(measured.map(({ head, column }) => [head.key, whole[column]]))),
    },
  );
}

function valuesOf(attempts: readonly AttemptCount[], column: Exclude<keyof AttemptCount, "interval">): Values {
  return new Map(
    attempts.flatMap((attempt) => (attempt.interval === null ? [] : [[attempt.interval, attempt[column]] as const])),
  );
}
