import { Anchor, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { EventWorkflowTask } from "@weft/client";
import { useEffect, useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { ForRight } from "../../session/for-right.tsx";
import { useWeft } from "../../session/session.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { pluralize } from "../../ui/format.ts";
import { type ListColumn, ListTable } from "../../ui/list-table.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useListing } from "../../ui/use-listing.ts";
import { actionLabels } from "../definition/action-table.ts";
import { AboutCell, WorkflowOfRun } from "../tasks/task-origin.tsx";
import { liveMs } from "../workflow-queries.ts";
import { readTasksSearch, type TasksSearch, taskStatuses } from "../workflow-search.ts";
import { WorkflowTabs } from "./workflow-tabs.tsx";

const route = getRouteApi("/shell/tasks");

export function TasksPage() {
  return (
    <ForRight verb="read" kind="event-workflow-task" what="tasks" tabs={<WorkflowTabs />}>
      <AllTasks />
    </ForRight>
  );
}

function AllTasks() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const listing = useTasks(search);
  const set = (change: TasksSearch) =>
    void navigate({ search: (before: TasksSearch) => ({ ...before, ...change }), replace: true });
  return (
    <PageFrame title="Tasks" crumbs={[{ title: "Workflows", link: { to: "/workflows" } }]}>
      <Stack gap="sm">
        <WorkflowTabs />
        <Filters search={search} set={set} />
        {listing.total !== undefined && listing.total > 0 && (
          <Text size="sm" c="dimmed" className="numbers" role="status">
            {pluralize(listing.total, "task")}
          </Text>
        )}
        <ListTable
          label="Tasks"
          listing={listing}
          columns={columns}
          rowKey={({ id }) => id}
          empty={<NoTasks search={search} onAll={() => set({ status: "all", name: undefined })} />}
          onOpen={({ id }) => void navigate({ to: "/tasks/$id", params: { id } })}
        />
      </Stack>
    </PageFrame>
  );
}

const pageRows = 100;
const liveRowsMax = 300;

function useTasks({ status = "awaiting", name }: TasksSearch) {
  const weft = useWeft();
  const [isLive, setLive] = useState(false);
  const criteria = {
    ...(status === "all" ? {} : { status }),
    ...(name === undefined ? {} : { name: { contains: name } }),
  };
  // Sorted by name, awaiting is the first status: waiting tasks are on top.
  const order = { orderField: status === "all" ? "status" : "createdOn", order: "asc" };
  const listing = useListing({
    queryKey: queryKeys.tasks.list(criteria),
    read: (nextPageKey, signal) =>
      weft.tasks.list({ limit: pageRows, criteria, order, includeTotal: true, nextPageKey, signal }),
    refetchMs: isLive ? liveMs : undefined,
  });
  const { rows } = listing;
  const isInProgress =
    rows.length <= liveRowsMax && rows.some((task) => task.status === "running" || task.status === "awaiting");
  useEffect(() => setLive(isInProgress), [isInProgress]);
  return listing;
}

const columns: readonly ListColumn<EventWorkflowTask>[] = [
  {
    title: "Task",
    render: ({ id, name }) => (
      <Anchor
        size="sm"
        fw={550}
        truncate
        display="block"
        maw={220}
        renderRoot={(props) => <Link {...props} to="/tasks/$id" params={{ id }} />}
      >
        {name}
      </Anchor>
    ),
  },
  { title: "Subject", render: (task) => <AboutCell task={task} /> },
  { title: "Status", width: 130, render: ({ status }) => <StatusBadge status={status} /> },
  { title: "Since", width: 130, render: ({ startedOn, createdOn }) => <TimeAgo time={startedOn ?? createdOn} /> },
  { title: "Workflow", render: ({ processId }) => <WorkflowOfRun processId={processId} /> },
  {
    title: "Status message",
    render: ({ subtext, failure, action }) => (
      <Text size="sm" truncate maw={220} c={subtext === undefined && failure === undefined ? "dimmed" : ""}>
        {subtext ?? failure?.message ?? actionLabels(action).label}
      </Text>
    ),
  },
];

interface FiltersProps {
  readonly search: TasksSearch;
  readonly set: (change: TasksSearch) => void;
}

const statusChoices = [
  { value: "awaiting", label: "Waiting" },
  { value: "all", label: "All, waiting first" },
  ...taskStatuses.filter((status) => status !== "awaiting").map((status) => ({ value: status, label: status })),
];

function Filters({ search, set }: FiltersProps) {
  const look = useDebouncedCallback((name: string) => set({ name: name === "" ? undefined : name }), 300);
  return (
    <Group gap="xs" role="search" aria-label="Filter tasks">
      <Select
        aria-label="Status"
        allowDeselect={false}
        data={statusChoices}
        value={search.status ?? "awaiting"}
        onChange={(status) => set({ status: status === "awaiting" ? undefined : readTasksSearch({ status }).status })}
        w={{ base: "100%", xs: 220 }}
      />
      <TextInput
        aria-label="Task name"
        placeholder="Task name"
        defaultValue={search.name ?? ""}
        onChange={(event) => look(event.currentTarget.value)}
        w={{ base: "100%", xs: 240 }}
      />
    </Group>
  );
}

function NoTasks({ search, onAll }: { readonly search: TasksSearch; readonly onAll: () => void }) {
  const isAll = search.status === "all" && search.name === undefined;
  const action = isAll ? (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/workflows" />}>
      Go to workflows
    </Button>
  ) : (
    <Button variant="default" onClick={onAll}>
      Show all tasks
    </Button>
  );
  const title = search.status === undefined && search.name === undefined ? "Nothing is pending" : "No matching tasks";
  return (
    <EmptyState icon="check" title={isAll ? "No tasks yet" : title} action={action}>
      Tasks that wait for a person or another system appear here until they are completed or failed.
    </EmptyState>
  );
}
