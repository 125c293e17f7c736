import { Anchor, Button, Group, Paper, SegmentedControl, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { LoaderProcessSummary } from "@weft/client";
import { useMemo } from "react";
import { queryKeys } from "../query-keys.ts";
import { ForRight } from "../session/for-right.tsx";
import { mayDo, useSession, useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { TimeChart } from "../ui/time-chart.tsx";
import { useListing } from "../ui/use-listing.ts";
import { LoadCountsCell } from "./count-cards.tsx";
import { SampleButton } from "./download-button.tsx";
import { isInProgress, shownStatus } from "./format-load.ts";
import { describeLoadType } from "./load-combinations.ts";
import { LoadProgress } from "./load-progress.tsx";
import { loadStatuses } from "./load-search.ts";
import { useActorNames, useFileNames } from "./use-names.ts";

const route = getRouteApi("/shell/loads");

export function LoadsPage() {
  return (
    <ForRight verb="read" kind="loader-process" what="loads">
      <AllLoads />
    </ForRight>
  );
}

function AllLoads() {
  const { who } = useSession();
  return (
    <PageFrame
      title="Imports"
      description="CSV files loaded into entities, with results and issues."
      actions={mayDo(who, "create", "loader-process") && <NewLoadButton />}
    >
      <LoadsChart />
      <LoadList />
    </PageFrame>
  );
}

function NewLoadButton() {
  return (
    <Button leftSection={<Icon name="upload" size={16} />} renderRoot={(props) => <Link {...props} to="/loads/new" />}>
      Load a file
    </Button>
  );
}

function LoadList() {
  const { status, show } = route.useSearch();
  const navigate = route.useNavigate();
  const listing = useLoads();
  const names = {
    files: useFileNames(listing.rows.flatMap(({ fileLocation }) => fileLocation ?? [])),
    actors: useActorNames(),
  };
  return (
    <Stack gap="sm">
      <LoadFilters />
      <ListTable
        label="Loads"
        listing={listing}
        columns={columnsOf(names)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/loads/$id", params: { id } })}
        empty={status === undefined && show === undefined ? <NoLoads /> : <NoSuchLoads />}
        maxHeight="max(320px, calc(100vh - 420px))"
      />
    </Stack>
  );
}

/** Dry runs of the first rows, which the wizard starts often, are hidden. */
function useLoads() {
  const weft = useWeft();
  const { status, show } = route.useSearch();
  const criteria = {
    sampleRows: { exists: false },
    ...(show === "dry-runs" ? {} : { dryRun: { ne: true } }),
    ...(status === undefined ? {} : { status }),
  };
  const listing = useListing({
    queryKey: queryKeys.loads.list({ status, show }),
    read: (nextPageKey, signal) =>
      weft.loader.list({
        criteria,
        order: { orderField: "createdOn", order: "desc" },
        limit: 100,
        nextPageKey,
        signal,
      }),
    refetchMs: (rows) => (rows.some(isInProgress) ? refetchMs : undefined),
  });
  return listing;
}

const refetchMs = 2_000;

function LoadFilters() {
  const { status, show } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ maxWidth: "100%", overflowX: "auto" }}>
        <SegmentedControl
          aria-label="Status"
          size="xs"
          value={status ?? "all"}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...before, status: loadStatuses.find((one) => one === value) }),
              replace: true,
            })
          }
          data={["all", ...loadStatuses].map((value) => ({ value, label: value }))}
        />
      </div>
      <Switch
        label="Show dry runs"
        checked={show === "dry-runs"}
        onChange={({ currentTarget: { checked } }) =>
          void navigate({
            search: (before) => ({ ...before, show: checked ? "dry-runs" : undefined }),
            replace: true,
          })
        }
      />
    </Group>
  );
}

interface Names {
  readonly files: ReadonlyMap<string, string>;
  readonly actors: ReadonlyMap<string, string>;
}

function columnsOf({ files, actors }: Names): readonly ListColumn<LoaderProcessSummary>[] {
  return [
    {
      title: "File",
      render: (load) => (
        <Anchor
          size="sm"
          fw={550}
          style={{ whiteSpace: "nowrap" }}
          renderRoot={(props) => <Link {...props} to="/loads/$id" params={{ id: load.id }} />}
        >
          {files.get(load.fileLocation ?? "") ?? "Deleted file"}
        </Anchor>
      ),
    },
    {
      title: "Status",
      width: 220,
      render: (load) => (isInProgress(load) ? <LoadProgress load={load} /> : <LoadStatus load={load} />),
    },
    {
      title: "Content",
      render: ({ loadType }) => (
        <Text size="sm" style={{ whiteSpace: "nowrap" }}>
          {describeLoadType(loadType)}
        </Text>
      ),
    },
    {
      title: "Rows",
      align: "right",
      render: ({ progress }) => formatNumber(Math.max(progress.rowsTotal, progress.rowsDone)),
    },
    { title: "Result", render: (load) => !isInProgress(load) && <LoadCountsCell load={load} /> },
    { title: "Time", render: ({ createdOn }) => <TimeAgo time={createdOn} /> },
    {
      title: "By",
      render: ({ createdById }) => <span style={{ whiteSpace: "nowrap" }}>{actors.get(createdById ?? "")}</span>,
    },
  ];
}

function LoadStatus({ load }: { readonly load: LoaderProcessSummary }) {
  return (
    <Group gap={6} wrap="nowrap">
      <StatusBadge status={shownStatus(load)} />
      {load.dryRun === true && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
          dry run
        </Text>
      )}
    </Group>
  );
}

function NoLoads() {
  return (
    <EmptyState
      icon="loads"
      title="No loads yet"
      action={
        <Group justify="center">
          <NewLoadButton />
          <SampleButton />
        </Group>
      }
    >
      A load reads a CSV file and creates or updates items, colors and other entities. You see the target of each
      column, the planned changes and all issues before anything is written. Try it with the sample: six styles with
      their colors and prices.
    </EmptyState>
  );
}

function NoSuchLoads() {
  return (
    <EmptyState icon="filter" title="No matching loads">
      Select another status to see other loads.
    </EmptyState>
  );
}

const colors: Readonly<Record<string, string>> = { completed: "teal", failed: "red", canceled: "gray" };

/** Results of recent loads. Errors are not shown: the list below matters more. */
export function LoadsChart() {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: queryKeys.loads.statistics(),
    queryFn: ({ signal }) => weft.call("get-statistics-loads", { query: { by: "day" } }, { signal }),
  });
  const series = useMemo(
    () =>
      (data?.series ?? []).flatMap(({ key, label, points }) => {
        const color = colors[key];
        return color === undefined
          ? []
          : [{ name: label, color, points: points.map(({ at, value }) => ({ time: at, value })) }];
      }),
    [data],
  );
  if (data === undefined) return null;
  return (
    <Paper withBorder p="md">
      <Text size="sm" fw={600} mb="xs">
        Loads per day, last 30 days
      </Text>
      <TimeChart label="Loads per day" series={series} kind="bars" unit="loads" height={120} bucket="day" />
    </Paper>
  );
}
