import type { WebhookDeliverySummary } from "@weft/client";
import { hourMs, timeBefore } from "../ui/durations.ts";

const hours = 24;

export interface HourOfDeliveries {
  /** The start of the hour. */
  readonly time: string;
  readonly delivered: number;
  readonly parked: number;
  readonly pending: number;
}

export interface LastDay {
  readonly hours: readonly HourOfDeliveries[];
  readonly delivered: number;
  /** Messages that ended or failed at least once: the basis of the rate. */
  readonly evaluated: number;
}

type Facts = Pick<WebhookDeliverySummary, "createdOn" | "status" | "attempts" | "isTest">;

/** The deliveries of the last 24 hours, by hour. Tests are excluded. */
export function summarizeLastDay(deliveries: readonly Facts[], nowMs: number): LastDay {
  const firstMs = Math.floor(nowMs / hourMs) * hourMs - (hours - 1) * hourMs;
  const counted = deliveries.filter(({ isTest }) => !isTest);
  const hourOf = ({ createdOn }: Facts) => Math.floor((Date.parse(createdOn) - firstMs) / hourMs);
  const count = (row: readonly Facts[], status: Facts["status"]) => row.filter((one) => one.status === status).length;
  return {
    hours: Array.from({ length: hours }, (_, hour) => {
      const row = counted.filter((one) => hourOf(one) === hour);
      return {
        time: new Date(firstMs + hour * hourMs).toISOString(),
        delivered: count(row, "delivered"),
        parked: count(row, "parked"),
        pending: count(row, "pending"),
      };
    }),
    delivered: count(counted, "delivered"),
    evaluated: counted.filter(({ status, attempts }) => status !== "pending" || attempts > 0).length,
  };
}

/** Rounded down: one failure in a thousand is not 100 percent. */
export function shareOf({ delivered, evaluated }: Pick<LastDay, "delivered" | "evaluated">): string | undefined {
  return evaluated === 0 ? undefined : `${Math.floor((delivered / evaluated) * 100)} %`;
}

export function lastDayRange(nowMs: number): string {
  const to = timeBefore(-hourMs, nowMs);
  return `BETWEEN ${timeBefore(hours * hourMs, nowMs)} and ${to}`;
}
