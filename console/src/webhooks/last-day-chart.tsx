import { Text } from "@mantine/core";
import { Loaded } from "../ui/loaded.tsx";
import { TimeChart, TimeChartSkeleton } from "../ui/time-chart.tsx";
import { type HourOfDeliveries, shareOf } from "./last-day.ts";
import { useLastDay } from "./use-last-day.ts";

const numbers = new Intl.NumberFormat("en");

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
                : `Delivered: ${numbers.format(day.delivered)} of ${numbers.format(day.evaluated)} (${share}).`}
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
    : `${numbers.format(waiting)} messages are waiting for their first attempt.`;
}
