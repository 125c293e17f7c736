import { Card, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeChart } from "../ui/time-chart.tsx";
import { ChangeTabs } from "./change-tabs.tsx";
import { ConsumerRecipe } from "./consumer-recipe.tsx";
import { ConsumerTable } from "./consumer-table.tsx";
import { useLagSamples } from "./use-lag-samples.ts";

const againMs = 5_000;
const consumersMax = 1000;

/** Who follows the history, and how far each has come. */
export function ConsumersPage() {
  const weft = useWeft();
  const query = useQuery({
    queryKey: ["changes", "consumers"],
    queryFn: ({ signal }) => weft.changes.consumers.list({ limit: consumersMax, signal }),
    refetchInterval: againMs,
  });
  const consumers = query.data?.results ?? [];
  const series = useLagSamples(consumers, query.dataUpdatedAt);
  return (
    <PageFrame
      title="Consumers"
      description="Programs that follow the changes. The service keeps the place of each, so that it goes on where it was."
    >
      <ChangeTabs />
      <ConsumerTable query={query} />
      {consumers.length > 0 && (
        <Card withBorder padding="md">
          <Title order={2} size="h5" mb="xs">
            Behind, since this page was opened
          </Title>
          <TimeChart
            label="Records that consumers lie behind"
            kind="lines"
            unit="records"
            bucket="minute"
            series={series}
          />
        </Card>
      )}
      <Card withBorder padding="md">
        <Stack gap="sm">
          <Title order={2} size="h5">
            How to make one
          </Title>
          <Text size="sm" c="dimmed">
            A consumer is there as soon as a program asks for changes under a name. It gets each change at least once,
            in the order in which they were made, and misses none.
          </Text>
          <ConsumerRecipe />
        </Stack>
      </Card>
    </PageFrame>
  );
}
