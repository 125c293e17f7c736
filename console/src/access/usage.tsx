import { Group, Paper, SegmentedControl, SimpleGrid, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Statistics } from "@weft/client";
import { useMemo } from "react";
import { useSession } from "../session/session.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Stat } from "../ui/stat.tsx";
import { TimeChart, TimeChartSkeleton } from "../ui/time-chart.tsx";
import type { LimitsSearch } from "./access-search.ts";
import { rateSeries } from "./rate-series.ts";

const route = getRouteApi("/shell/limits");
type Days = NonNullable<LimitsSearch["days"]>;

const dayMs = 86_400_000;
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
    queryKey: ["statistics", "rate", days],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - Number(days) * dayMs).toISOString();
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
