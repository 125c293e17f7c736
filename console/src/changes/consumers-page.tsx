import { Anchor, Card, Stack, Tabs, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ChangeConsumer } from "@weft/client";
import { useEffect, useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import type { ChartSeries } from "../ui/chart/arrange-series.ts";
import { seriesColors } from "../ui/chart/chart-colors.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeChart } from "../ui/time-chart.tsx";
import { ChangeTabs } from "./change-tabs.tsx";
import { ConsumerTable } from "./consumer-table.tsx";

const againMs = 5_000;
const consumersMax = 1000;

/** The consumers of the history, and the lag of each. */
export function ConsumersPage() {
  const weft = useWeft();
  const query = useQuery({
    queryKey: queryKeys.changes.consumers(),
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

const commandLine = "weft changes tail --consumer erp --since beginning --json | ./import-changes";

function programFor(baseUrl: string, orgSlug: string): string {
  return `import { changes, login } from "@weft/client";

await login({ apiKey: process.env.WEFT_API_KEY, orgSlug: "${orgSlug}", baseUrl: "${baseUrl}" });
for await (const change of changes.poll({ consumer: "erp", criteria: { entityType: "item" } })) {
  await update(change);
}`;
}

function callsFor(baseUrl: string, orgSlug: string): string {
  return `# Read the changes after the position, and wait up to 30 seconds for new ones.
curl -H "X-Api-Key: $KEY" -H "X-Api-Org: ${orgSlug}" "${baseUrl}/change-history?after=beginning&wait=30"

# After processing them, store the position: coveredUntil of the response.
curl -X PUT -H "X-Api-Key: $KEY" -H "X-Api-Org: ${orgSlug}" -H "Content-Type: application/json" \\
  -d '{"cursor": "<coveredUntil>"}' ${baseUrl}/change-consumers/erp`;
}

/** Three ways to consume the changes under a name. */
export function ConsumerRecipe() {
  const { weft, who } = useSession();
  const { slug } = who.org;
  return (
    <Tabs defaultValue="typescript" keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="typescript">TypeScript</Tabs.Tab>
        <Tabs.Tab value="cli">Command line</Tabs.Tab>
        <Tabs.Tab value="calls">Any language</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="typescript">
        <CopyText label="A program that reads all item changes" text={programFor(weft.baseUrl, slug)} />
      </Tabs.Panel>
      <Tabs.Panel value="cli">
        <CopyText label="A command that pipes each change to another program" text={commandLine} />
      </Tabs.Panel>
      <Tabs.Panel value="calls">
        <CopyText label="The two API calls" text={callsFor(weft.baseUrl, slug)} />
      </Tabs.Panel>
      <Text size="sm" c="dimmed" mt="sm">
        See the{" "}
        <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/reference" />}>
          API reference
        </Anchor>{" "}
        for all calls.
      </Text>
    </Tabs>
  );
}

interface Sample {
  readonly time: string;
  readonly lags: ReadonlyMap<string, number>;
}

const samplesMax = 360;

/** Lags as measured while the page is open: the service knows only the current ones. */
export function useLagSamples(consumers: readonly ChangeConsumer[], readAtMs: number): readonly ChartSeries[] {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each reading is one sample.
  useEffect(() => {
    if (readAtMs === 0) return;
    const sample = {
      time: new Date(readAtMs).toISOString(),
      lags: new Map(consumers.map(({ name, lag }) => [name, lag])),
    };
    setSamples((before) => [...before.filter(({ time }) => time !== sample.time), sample].slice(-samplesMax));
  }, [readAtMs]);
  return consumers.map(({ name }, index) => ({
    name,
    color: seriesColors[index % seriesColors.length] ?? "gray",
    points: samples.map(({ time, lags }) => ({ time, value: lags.get(name) ?? null })),
  }));
}
