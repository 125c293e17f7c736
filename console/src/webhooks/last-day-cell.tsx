import { Box, Group, Skeleton, Text } from "@mantine/core";
import { Sparkline } from "../ui/time-chart.tsx";
import { shareOf } from "./last-day.ts";
import { useLastDay } from "./use-last-day.ts";

const numbers = new Intl.NumberFormat("en");

/** The delivery rate of the last day, and a chart by hour. */
export function LastDayCell({ webhookId }: { readonly webhookId: string }) {
  const { data } = useLastDay(webhookId);
  if (data === undefined) return <Skeleton height={20} width={140} />;
  const share = shareOf(data);
  if (share === undefined) {
    return (
      <Text size="sm" c="dimmed">
        no messages
      </Text>
    );
  }
  const isWhole = data.delivered === data.evaluated;
  return (
    <Group gap="xs" wrap="nowrap">
      <Box w={72}>
        <Sparkline
          values={data.hours.map(({ delivered, parked, pending }) => delivered + parked + pending)}
          label={`Messages by hour, ${numbers.format(data.evaluated)} in the last day`}
          color={isWhole ? "teal" : "red"}
          height={24}
        />
      </Box>
      <Text size="sm" className="numbers" style={{ whiteSpace: "nowrap" }}>
        {share} of {numbers.format(data.evaluated)}
        {data.isCut ? "+" : ""}
      </Text>
    </Group>
  );
}
