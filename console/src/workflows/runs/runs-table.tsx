import { Anchor, Text } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import type { EventWorkflowProcessSummary } from "@weft/client";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { ShortId } from "../../ui/copy-text.tsx";
import { formatDuration, pluralize } from "../../ui/format.ts";
import { type ListColumn, ListTable } from "../../ui/list-table.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useListing } from "../../ui/use-listing.ts";
import { describeTrigger } from "../definition/trigger-key.ts";
import { liveMs, useWorkflowNames } from "../workflow-queries.ts";
import { type ProcessesSearch, timeSince } from "../workflow-search.ts";
import { durationOf } from "./timeline.ts";

interface RunsTableProps {
  readonly filter: ProcessesSearch;
  readonly empty: ReactNode;
  /** Whether all runs are of one workflow, so that its name is not shown. */
  readonly isOfOne?: boolean;
  readonly maxHeight?: string;
}

/** Runs, newest first, loaded while scrolling; refetched while something is in progress. */
export function RunsTable({ filter, empty, isOfOne = false, maxHeight }: RunsTableProps) {
  const navigate = useNavigate();
  const nameOf = useWorkflowNames();
  const listing = useRuns(filter);
  const columns = useMemo(() => columnsFor(isOfOne ? undefined : nameOf), [isOfOne, nameOf]);
  return (
    <>
      {listing.total !== undefined && listing.total > 0 && (
        <Text size="sm" c="dimmed" className="numbers" role="status">
          {pluralize(listing.total, "run")}
        </Text>
      )}
      <ListTable
        label="Runs"
        listing={listing}
        columns={columns}
        rowKey={({ id }) => id}
        empty={empty}
        onOpen={({ id }) => void navigate({ to: "/processes/$id", params: { id } })}
        {...(maxHeight === undefined ? {} : { maxHeight })}
      />
    </>
  );
}

const pageRows = 100;
/** A list that was scrolled far is too large to refetch every two seconds. */
const liveRowsMax = 300;

function useRuns({ status, workflow, since }: ProcessesSearch) {
  const weft = useWeft();
  const [isLive, setLive] = useState(true);
  const from = useMemo(() => (since === undefined ? undefined : timeSince(since, Date.now())), [since]);
  const criteria = {
    ...(status === undefined ? {} : { status }),
    ...(workflow === undefined ? {} : { eventWorkflowId: workflow }),
    ...(from === undefined ? {} : { createdOn: { gte: from } }),
  };
  const listing = useListing({
    queryKey: queryKeys.processes.list(criteria),
    read: (nextPageKey, signal) => {
      const query = { limit: pageRows, criteria, order: newestFirst, includeTotal: true, nextPageKey };
      return weft.call("list-event-workflow-processes", { query }, { signal });
    },
    refetchMs: isLive ? liveMs : undefined,
  });
  const { rows } = listing;
  const isInProgress =
    rows.length <= liveRowsMax && rows.some((run) => run.status === "pending" || run.status === "running");
  useEffect(() => setLive(isInProgress), [isInProgress]);
  return listing;
}

const newestFirst = { orderField: "createdOn", order: "desc" };

function columnsFor(
  nameOf: ((id: string) => string | undefined) | undefined,
): readonly ListColumn<EventWorkflowProcessSummary>[] {
  return [
    { title: "Status", width: 130, render: ({ status }) => <StatusBadge status={status} /> },
    {
      title: nameOf === undefined ? "Started by" : "Workflow",
      render: ({ id, eventWorkflowId, triggerKey }) => (
        <Anchor
          size="sm"
          fw={550}
          truncate
          display="block"
          maw={280}
          renderRoot={(props) => <Link {...props} to="/processes/$id" params={{ id }} />}
        >
          {nameOf === undefined ? describeTrigger(triggerKey) : (nameOf(eventWorkflowId) ?? "Deleted workflow")}
        </Anchor>
      ),
    },
    ...(nameOf === undefined
      ? []
      : [
          {
            title: "Started by",
            render: ({ triggerKey }: EventWorkflowProcessSummary) => <OneLine text={describeTrigger(triggerKey)} />,
          },
        ]),
    { title: "Status message", render: (run) => <Standing run={run} /> },
    { title: "Started", width: 130, render: ({ createdOn }) => <TimeAgo time={createdOn} /> },
    {
      title: "Duration",
      width: 100,
      align: "right",
      render: (run) => <span style={{ whiteSpace: "nowrap" }}>{took(run)}</span>,
    },
    { title: "Id", width: 110, render: ({ id }) => <ShortId id={id} /> },
  ];
}

function Standing({ run }: { readonly run: EventWorkflowProcessSummary }) {
  const words = run.subtext ?? run.failure?.message;
  return words === undefined ? null : <OneLine text={words} />;
}

/** All rows have the same height, so that any number of them can be scrolled. */
function OneLine({ text }: { readonly text: string }) {
  return (
    <Text size="sm" truncate maw={240} title={text}>
      {text}
    </Text>
  );
}

function took(run: EventWorkflowProcessSummary): string {
  const ms = run.endedOn === undefined ? undefined : durationOf(run, 0);
  return ms === undefined ? "" : formatDuration(ms);
}
