import { Anchor, Button, Paper, Stack, Switch, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { EventWorkflow } from "@weft/client";
import { useMemo } from "react";
import { queryKeys } from "../../query-keys.ts";
import { ForRight } from "../../session/for-right.tsx";
import { mayDo, useSession, useWeft } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { type ListColumn, ListTable } from "../../ui/list-table.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import type { ListingState } from "../../ui/use-listing.ts";
import { actionLabels } from "../definition/action-table.ts";
import { TemplateCards } from "../definition/template-cards.tsx";
import { describeTriggers } from "../definition/trigger-key.ts";
import { LastRuns } from "../runs/last-runs.tsx";
import { type Tally, tallyRuns } from "../runs/run-facts.ts";
import { RunsChart } from "../runs/runs-chart.tsx";
import { useSwitch, useWorkflows } from "../workflow-queries.ts";
import { WorkflowTabs } from "./workflow-tabs.tsx";

const route = getRouteApi("/shell/workflows");

export function WorkflowsPage() {
  return (
    <ForRight verb="read" kind="event-workflow" what="workflows" tabs={<WorkflowTabs />}>
      <AllWorkflows />
    </ForRight>
  );
}

function AllWorkflows() {
  const navigate = route.useNavigate();
  const { who } = useSession();
  const workflows = useWorkflows();
  const tallies = useTallies();
  const columns = useMemo(() => columnsFor(tallies), [tallies]);
  const mayCreate = mayDo(who, "create", "event-workflow");
  const begin = (template: string) => void navigate({ to: "/workflows/new", search: { template } });
  return (
    <PageFrame
      title="Workflows"
      description="Run tasks in order when something happens."
      actions={
        mayCreate && (
          <Button leftSection={<Icon name="plus" />} renderRoot={(props) => <Link {...props} to="/workflows/new" />}>
            New workflow
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <WorkflowTabs />
        <ListTable
          label="Workflows"
          listing={asListing(workflows)}
          columns={columns}
          rowKey={({ id }) => id}
          empty={<NoWorkflows onChoose={mayCreate ? begin : undefined} />}
          onOpen={({ id }) => void navigate({ to: "/workflows/$id", params: { id } })}
          maxHeight="60vh"
        />
        {workflows.data !== undefined && workflows.data.length > 0 && <RunsChart />}
      </Stack>
    </PageFrame>
  );
}

/** All of them are read at once, so there is no next page. */
function asListing(query: ReturnType<typeof useWorkflows>): ListingState<EventWorkflow> {
  return {
    rows: query.data ?? [],
    total: query.data?.length,
    isPending: query.isPending,
    error: query.error,
    hasMore: false,
    isFetchingMore: false,
    isFetching: query.isFetching,
    fetchMore: () => undefined,
    refetch: () => void query.refetch(),
  };
}

const talliedMax = 1_000;

/** The last runs of all workflows in one request. */
function useTallies(): ReadonlyMap<string, Tally> | undefined {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: queryKeys.processes.tallies(),
    queryFn: async ({ signal }) => {
      const query = {
        limit: talliedMax,
        order: { orderField: "createdOn", order: "desc" },
        fields: ["status", "eventWorkflowId"],
      };
      return (await weft.call("list-event-workflow-processes", { query }, { signal })).results;
    },
  });
  return useMemo(() => data && tallyRuns(data), [data]);
}

function columnsFor(tallies: ReadonlyMap<string, Tally> | undefined): readonly ListColumn<EventWorkflow>[] {
  return [
    {
      title: "Workflow",
      render: ({ id, name, tasks }) => (
        <div style={{ maxWidth: 280, minWidth: 150 }}>
          <Anchor
            size="sm"
            fw={550}
            truncate
            display="block"
            title={name}
            renderRoot={(props) => <Link {...props} to="/workflows/$id" params={{ id }} />}
          >
            {name}
          </Anchor>
          <Text size="xs" c="dimmed" truncate>
            {tasks.map((task) => actionLabels(task.action).label).join(" → ")}
          </Text>
        </div>
      ),
    },
    { title: "Enabled", width: 70, render: (workflow) => <ActiveSwitch workflow={workflow} /> },
    { title: "Triggers", render: ({ triggers }) => <Triggers triggers={triggers} /> },
    {
      title: "Last runs",
      width: 300,
      render: ({ id, name }) => <LastRuns tallies={tallies} name={name} id={id} />,
    },
  ];
}

function Triggers({ triggers }: { readonly triggers: readonly string[] }) {
  const words = describeTriggers(triggers);
  return (
    <Text size="sm" truncate maw={260} title={words}>
      {words}
    </Text>
  );
}

function ActiveSwitch({ workflow }: { readonly workflow: EventWorkflow }) {
  const { who } = useSession();
  const toggle = useSwitch(workflow);
  return (
    <Switch
      aria-label={`${workflow.name} enabled`}
      checked={toggle.isPending ? toggle.variables : workflow.isActive}
      disabled={!mayDo(who, "update", "event-workflow")}
      onChange={(event) => toggle.mutate(event.currentTarget.checked)}
    />
  );
}

function NoWorkflows({ onChoose }: { readonly onChoose: ((template: string) => void) | undefined }) {
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4">
        No workflows yet
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        A workflow runs tasks when something happens: it waits for a person, calls another system, changes entities or
        loads a file.{" "}
        {onChoose === undefined
          ? "A user with permission to create workflows can create the first one."
          : "Start from a template and change it as needed."}
      </Text>
      {onChoose !== undefined && <TemplateCards onChoose={onChoose} />}
    </Paper>
  );
}
