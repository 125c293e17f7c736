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

/** The consumers of the history, and the lag of each. */
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
      description="Programs that read the changes. The service stores the position of each, so that it can resume."
    >
      <ChangeTabs />
      <ConsumerTable query={query} />
      {consumers.length > 0 && (
        <Card withBorder padding="md">
          <Title order={2} size="h5" mb="xs">
            Lag since this page was opened
          </Title>
          <TimeChart label="Lag (records)" kind="lines" unit="records" bucket="minute" series={series} />
        </Card>
      )}
      <Card withBorder padding="md">
        <Stack gap="sm">
          <Title order={2} size="h5">
            Create a consumer
          </Title>
          <Text size="sm" c="dimmed">
            A consumer is created when a program first requests changes under a name. It receives each change at least
            once, in order.
          </Text>
          <ConsumerRecipe />
        </Stack>
      </Card>
    </PageFrame>
  );
}
