import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { formatNumber } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { TimeChart, TimeChartSkeleton } from "../ui/time-chart.tsx";
import { type HourOfDeliveries, lastDayRange, shareOf, summarizeLastDay } from "./last-day.ts";

/** Messages by hour of creation, and their results. */
export function LastDayChart({ webhookId }: { readonly webhookId: string }) {
  return (
    <Loaded query={useLastDay(webhookId)} skeleton={<TimeChartSkeleton />}>
      {(day) => {
        const share = shareOf(day);
        const points = (read: (hour: HourOfDeliveries) => number) =>
          day.hours.map((hour) => ({ time: hour.time, value: read(hour) }));
        return (
          <>
            <Text size="sm" c="dimmed" mb="sm" className="numbers">
              {share === undefined
                ? nothingEvaluated(day.hours)
                : `Delivered: ${formatNumber(day.delivered)} of ${formatNumber(day.evaluated)} (${share}).`}
              {day.isCut && " Only the newest are counted."}
            </Text>
            <TimeChart
              label="Messages per hour"
              kind="bars"
              unit="messages"
              series={[
                { name: "Delivered", color: "teal", points: points(({ delivered }) => delivered) },
                { name: "Parked", color: "red", points: points(({ parked }) => parked) },
                { name: "Pending", color: "weft", points: points(({ pending }) => pending) },
              ]}
            />
          </>
        );
      }}
    </Loaded>
  );
}

function nothingEvaluated(hours: readonly HourOfDeliveries[]): string {
  const waiting = hours.reduce((sum, { pending }) => sum + pending, 0);
  return waiting === 0
    ? "No events in this range."
    : `${formatNumber(waiting)} messages are waiting for their first attempt.`;
}

/** The newest ones of a busy webhook are enough. */
const deliveriesMax = 1000;

/** The results of a webhook in the last day. The statistics of the service cover all webhooks, so its log is read. */
export function useLastDay(webhookId: string) {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.webhooks.lastDay(webhookId),
    queryFn: async ({ signal }) => {
      const nowMs = Date.now();
      const criteria = { webhookId, createdOn: lastDayRange(nowMs) };
      const order = { orderField: "createdOn", order: "desc" };
      const query = { criteria, order, limit: deliveriesMax };
      const { results, nextPageKey } = await weft.call("list-webhook-deliveries", { query }, { signal });
      return { ...summarizeLastDay(results, nowMs), isCut: nextPageKey !== undefined };
    },
    refetchInterval: 30_000,
  });
}
