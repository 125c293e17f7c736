import { Button, Group, Select, Stack } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ForRight } from "../../session/for-right.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { RunsTable } from "../runs/runs-table.tsx";
import { useWorkflows } from "../workflow-queries.ts";
import {
  formatSince,
  type ProcessesSearch,
  processStatuses,
  readProcessesSearch,
  sinceChoices,
} from "../workflow-search.ts";
import { WorkflowTabs } from "./workflow-tabs.tsx";

const route = getRouteApi("/shell/processes");

export function ProcessesPage() {
  return (
    <ForRight verb="read" kind="event-workflow-process" what="runs" tabs={<WorkflowTabs />}>
      <AllRuns />
    </ForRight>
  );
}

function AllRuns() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: ProcessesSearch) =>
    void navigate({ search: (before: ProcessesSearch) => ({ ...before, ...change }), replace: true });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <PageFrame title="Runs" crumbs={[{ title: "Workflows", link: { to: "/workflows" } }]}>
      <Stack gap="sm">
        <WorkflowTabs />
        <Filters search={search} set={set} />
        <RunsTable filter={search} empty={isFiltered ? <NothingFound clear={() => set(noFilter)} /> : <NoRuns />} />
      </Stack>
    </PageFrame>
  );
}

const noFilter: ProcessesSearch = { status: undefined, workflow: undefined, since: undefined };

interface FiltersProps {
  readonly search: ProcessesSearch;
  readonly set: (change: ProcessesSearch) => void;
}

function Filters({ search, set }: FiltersProps) {
  const { data: workflows = [] } = useWorkflows();
  return (
    <Group gap="xs" role="search" aria-label="Filter runs">
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        data={[...processStatuses]}
        value={search.status ?? null}
        onChange={(status) => set({ status: readProcessesSearch({ status }).status })}
        w={{ base: "100%", xs: 160 }}
      />
      <Select
        aria-label="Workflow"
        placeholder="Any workflow"
        clearable
        searchable
        data={workflows.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.workflow ?? null}
        onChange={(workflow) => set({ workflow: workflow ?? undefined })}
        w={{ base: "100%", xs: 240 }}
      />
      <Select
        aria-label="Time"
        placeholder="Any time"
        clearable
        data={sinceChoices.map((since) => ({ value: since, label: formatSince[since] }))}
        value={search.since ?? null}
        onChange={(since) => set({ since: readProcessesSearch({ since }).since })}
        w={{ base: "100%", xs: 170 }}
      />
    </Group>
  );
}

function NothingFound({ clear }: { readonly clear: () => void }) {
  const action = (
    <Button variant="default" onClick={clear}>
      Show all runs
    </Button>
  );
  return (
    <EmptyState icon="filter" title="No matching runs" action={action}>
      Ended runs are kept for 90 days.
    </EmptyState>
  );
}

function NoRuns() {
  const action = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/workflows" />}>
      Go to workflows
    </Button>
  );
  return (
    <EmptyState icon="pulse" title="No runs yet" action={action}>
      Each time a workflow starts, by a change, a schedule or manually, its run appears here with its tasks and logs.
    </EmptyState>
  );
}
