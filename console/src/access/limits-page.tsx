import { Anchor, Code, Group, List, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ApiKey, App, Statistics } from "@weft/client";
import { useMemo } from "react";
import { queryKeys } from "../query-keys.ts";
import { useSession } from "../session/session.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { dayMs, timeBefore } from "../ui/durations.ts";
import { formatNumber } from "../ui/format.ts";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { Stat } from "../ui/stat.tsx";
import { TimeChart, TimeChartSkeleton } from "../ui/time-chart.tsx";
import { appsQuery, keysQuery } from "./access-queries.ts";
import type { LimitsSearch } from "./access-search.ts";
import { AccessTabs } from "./access-tabs.tsx";
import { passesFilter } from "./key-status.ts";
import { OrgSettings } from "./org-settings.tsx";
import { rateSeries } from "./rate-series.ts";
import { RetentionSection } from "./retention-section.tsx";

export function LimitsPage() {
  return (
    <PageFrame title="Limits and usage" description="Rate limits, their usage, and the settings of the organization.">
      <AccessTabs />
      <Stack>
        <Usage />
        <RateFacts />
        <OrgSettings />
        <RetentionSection />
      </Stack>
    </PageFrame>
  );
}

const route = getRouteApi("/shell/limits");
type Days = NonNullable<LimitsSearch["days"]>;

const ranges: readonly { readonly value: Days; readonly label: string }[] = [
  { value: "1", label: "1 day" },
  { value: "7", label: "1 week" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

/** Requests by credential. Administrators see every credential, others their own. */
export function Usage() {
  const { who, weft } = useSession();
  const { days = "7" } = route.useSearch();
  const navigate = route.useNavigate();
  const usage = useQuery({
    queryKey: queryKeys.statistics.rate(days),
    queryFn: ({ signal }) => {
      const from = timeBefore(Number(days) * dayMs);
      return weft.call("get-statistics-rate", { query: { from } }, { signal });
    },
    // Nodes report every ten seconds.
    refetchInterval: 10_000,
  });
  return (
    <Paper withBorder p="md" component="section" aria-label="Usage">
      <Stack>
        <Group justify="space-between">
          <Title order={2} fz="md">
            {who.isAdministrator ? "Requests by credential" : "Your requests"}
          </Title>
          <SegmentedControl
            aria-label="Time range"
            data={[...ranges]}
            value={days}
            onChange={(value) => void navigate({ search: { days: value }, replace: true })}
          />
        </Group>
        <Loaded query={usage} skeleton={<TimeChartSkeleton height={220} />}>
          {(statistics) => <UsageCharts statistics={statistics} />}
        </Loaded>
      </Stack>
    </Paper>
  );
}

function UsageCharts({ statistics }: { readonly statistics: Statistics }) {
  const { calls, refused } = useMemo(() => rateSeries(statistics), [statistics]);
  const { totals, by } = statistics;
  const refusals = totals["refused"] ?? 0;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={560}>
        <Stat label="Requests" value={totals["calls"] ?? 0} />
        <Stat
          label="Rate limited"
          value={refusals}
          note={refusals === 0 ? "No requests were rate limited." : "These requests were rejected with status 429."}
        />
      </SimpleGrid>
      <TimeChart label={`Requests per ${by}`} series={calls} kind="bars" unit="calls" height={220} bucket={by} />
      {refusals > 0 && (
        <TimeChart
          label={`Rate-limited requests per ${by}`}
          series={refused}
          kind="bars"
          unit="calls"
          height={120}
          bucket={by}
        />
      )}
    </Stack>
  );
}

/** The rate limits, and their response headers. */
export function RateFacts() {
  const { rate } = useSession().who;
  return (
    <Paper withBorder p="md" component="section" aria-label="Rate limits">
      <Stack>
        <Title order={2} fz="md">
          Rate limits
        </Title>
        {rate === null ? (
          <Text size="sm">The operator has disabled rate limits.</Text>
        ) : (
          <Text size="sm">
            {formatNumber(rate.requestsPerSecond)} requests per second with your session, with bursts of up to{" "}
            {formatNumber(rate.burst)}. Each key is counted separately. Each operation of a batch counts as a tenth of a
            request.
          </Text>
        )}
        {rate !== null && <OwnRates />}
        <Headers />
        <Text size="sm" c="dimmed">
          Further requests are rejected with status 429. <Code>Retry-After</Code> contains the number of seconds to
          wait. The clients and the command line wait automatically. You can set another limit on a key. The operator
          sets the default.
        </Text>
      </Stack>
    </Paper>
  );
}

/** Keys with their own limit. */
function OwnRates() {
  const { who, weft } = useSession();
  const { data: keys = [] } = useQuery(keysQuery(weft));
  const { data: apps = [] } = useQuery({ ...appsQuery(weft), enabled: who.isAdministrator });
  const own = keys.filter((key) => key.ratePerSecond !== null && passesFilter(key, "live", Date.now()));
  if (own.length === 0) {
    return <Text size="sm">No key has its own limit. The operator's default applies to all keys.</Text>;
  }
  return (
    <div>
      <Text size="sm">
        These{" "}
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/keys" />}>
          keys
        </Anchor>{" "}
        have their own limit:
      </Text>
      <List size="sm">
        {own.map((key) => (
          <List.Item key={key.id}>
            {describeOwner(key, apps)}: {formatNumber(key.ratePerSecond ?? 0)} per second
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function describeOwner({ appId, label }: ApiKey, apps: readonly App[]): string {
  const app = apps.find(({ id }) => id === appId)?.name;
  return app === undefined ? label : `${label} of ${app}`;
}

/** The response headers of this session. */
function Headers() {
  const { weft } = useSession();
  const { data } = useQuery({
    queryKey: queryKeys.rateHeaders.all(),
    queryFn: async ({ signal }) => {
      const { headers } = await weft.send({ method: "GET", path: "/whoami", isWhole: true }, { signal });
      return ["RateLimit-Policy", "RateLimit"].map((name) => [name, headers.get(name)] as const);
    },
    staleTime: 60_000,
  });
  const lines = (data ?? []).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  if (lines.length === 0) return null;
  return (
    <CopyText
      label="Rate limit headers of every response: q requests in w seconds, r remaining, t seconds until the reset"
      text={lines.join("\n")}
    />
  );
}
