import { Button, Group, Stack, Switch, Tabs, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import type { EventWorkflow } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { ForRight } from "../../session/for-right.tsx";
import { mayDo, useSession, useWeft } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ShortId } from "../../ui/copy-text.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { DefinitionEditor } from "../definition/definition-editor.tsx";
import { RunsTable } from "../runs/runs-table.tsx";
import { TryIt } from "../runs/try-it.tsx";
import { useSwitch, useWorkflow } from "../workflow-queries.ts";
import { readWorkflowSearch, type WorkflowTab } from "../workflow-search.ts";
import { WorkflowOwner } from "./workflow-owner.tsx";

const route = getRouteApi("/shell/workflows/$id");

export function WorkflowPage() {
  return (
    <ForRight verb="read" kind="event-workflow" what="workflows">
      <OneWorkflow />
    </ForRight>
  );
}

function OneWorkflow() {
  const { id } = route.useParams();
  const workflow = useWorkflow(id);
  return (
    <PageFrame
      title={workflow.data?.name ?? "Workflow"}
      crumbs={[{ title: "Workflows", link: { to: "/workflows" } }]}
      description={
        workflow.data !== undefined && (
          <Group gap="xs">
            <Text size="sm">{workflow.data.description ?? `Version ${workflow.data.version}`}</Text>
            <ShortId id={id} />
          </Group>
        )
      }
      actions={workflow.data !== undefined && <Actions workflow={workflow.data} />}
    >
      <Loaded query={workflow}>
        {(read) => (
          <Stack>
            <WorkflowOwner workflow={read} />
            <WorkflowTabs key={id} workflow={read} />
          </Stack>
        )}
      </Loaded>
    </PageFrame>
  );
}

/** The editor is kept while another tab is open, so that no changes are lost. */
function WorkflowTabs({ workflow }: { readonly workflow: EventWorkflow }) {
  const { who } = useSession();
  const mayStart = mayDo(who, "create", "event-workflow-process");
  const { tab = "definition" } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: WorkflowTab | undefined) =>
    void navigate({ search: { tab: next === "definition" ? undefined : next }, replace: true });
  return (
    <Tabs
      value={tab === "json" ? "definition" : tab}
      onChange={(value) => show(readWorkflowSearch({ tab: value }).tab)}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="definition">Definition</Tabs.Tab>
        <Tabs.Tab value="runs">Runs</Tabs.Tab>
        {mayStart && <Tabs.Tab value="try">Test</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="definition">
        <DefinitionEditor
          workflow={workflow}
          view={tab === "json" ? "json" : "form"}
          onView={(view) => show(view === "json" ? "json" : undefined)}
          onSaved={() => undefined}
        />
      </Tabs.Panel>
      <Tabs.Panel value="runs">
        {tab === "runs" && (
          <Stack gap="sm">
            <RunsTable
              filter={{ workflow: workflow.id }}
              empty={<NoRuns onTry={mayStart ? () => show("try") : undefined} />}
              isOfOne
            />
          </Stack>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="try">
        {tab === "try" && mayStart && <TryIt key={workflow.version} workflow={workflow} />}
      </Tabs.Panel>
    </Tabs>
  );
}

function NoRuns({ onTry }: { readonly onTry: (() => void) | undefined }) {
  const action = onTry !== undefined && (
    <Button variant="default" onClick={onTry}>
      Test
    </Button>
  );
  return (
    <EmptyState icon="pulse" title="No runs yet" action={action}>
      Each time one of its triggers occurs and its condition is true, a run appears here.
    </EmptyState>
  );
}

function Actions({ workflow }: { readonly workflow: EventWorkflow }) {
  const { who } = useSession();
  const toggle = useSwitch(workflow);
  return (
    <>
      {mayDo(who, "update", "event-workflow") && (
        <Switch
          label={workflow.isActive ? "Enabled" : "Disabled"}
          aria-label={`${workflow.name} enabled`}
          checked={workflow.isActive}
          disabled={toggle.isPending}
          onChange={(event) => toggle.mutate(event.currentTarget.checked)}
        />
      )}
      {mayDo(who, "delete", "event-workflow") && <DeleteButton workflow={workflow} />}
    </>
  );
}

function DeleteButton({ workflow }: { readonly workflow: EventWorkflow }) {
  const weft = useWeft();
  const navigate = route.useNavigate();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="trash" size={16} />} onClick={dialog.open}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Delete workflow “${workflow.name}”?`}
        confirmLabel="Delete workflow"
        act={() => weft.call("delete-event-workflow", { params: { id: workflow.id } })}
        message={`${workflow.name} deleted.`}
        stale={[queryKeys.workflows.list()]}
        onDone={() => void navigate({ to: "/workflows" })}
      >
        <Text size="sm">
          No more runs start, and the definition cannot be restored. Active runs continue, and their history is kept. To
          stop the workflow temporarily, disable it instead.
        </Text>
      </ConfirmDialog>
    </>
  );
}
