import { Accordion, Anchor, Button, Group, List, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { EventWorkflowProcess } from "@weft/client";
import type { ReactNode } from "react";
import { queryKeys } from "../../query-keys.ts";
import { ForRight } from "../../session/for-right.tsx";
import { mayDo, useSession, useWeft } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ShortId } from "../../ui/copy-text.tsx";
import { formatDuration, pluralize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { describeTrigger } from "../definition/trigger-key.ts";
import { hasSubject, textAt } from "../runs/event-subject.ts";
import { FailureNote, RetryButton } from "../runs/failure-note.tsx";
import { RunTimeline } from "../runs/run-timeline.tsx";
import { SubjectLink } from "../runs/subject-link.tsx";
import { durationOf } from "../runs/timeline.ts";
import { RestartHistory } from "../tasks/restart-task.tsx";
import { isInProgress, useRun, useWorkflowNames } from "../workflow-queries.ts";

const route = getRouteApi("/shell/processes/$id");

export function ProcessPage() {
  return (
    <ForRight verb="read" kind="event-workflow-process" what="runs">
      <OneRun />
    </ForRight>
  );
}

function OneRun() {
  const { id } = route.useParams();
  const run = useRun(id);
  const nameOf = useWorkflowNames();
  const workflowId = run.data?.eventWorkflowId;
  const name = workflowId === undefined ? undefined : nameOf(workflowId);
  return (
    <PageFrame
      title={name === undefined || name === "" ? "Run" : `Run of ${name}`}
      crumbs={[
        { title: "Workflows", link: { to: "/workflows" } },
        { title: "Runs", link: { to: "/processes" } },
      ]}
      description={<ShortId id={id} />}
      actions={run.data !== undefined && isInProgress(run.data.status) && <CancelButton run={run.data} />}
    >
      <Loaded query={run}>{(read) => <RunContent run={read} />}</Loaded>
    </PageFrame>
  );
}

function RunContent({ run }: { readonly run: EventWorkflowProcess }) {
  const { task } = route.useSearch();
  const navigate = route.useNavigate();
  const failedTask = run.tasks?.find(({ id }) => id === run.failure?.taskId);
  return (
    <Stack>
      <RunFacts run={run} />
      {run.failure !== undefined && (
        <FailureNote
          title={run.failure.taskName === undefined ? "Run failed" : `${run.failure.taskName} failed`}
          failure={run.failure}
          action={failedTask?.status === "failed" && <RetryButton taskId={failedTask.id} name={failedTask.name} />}
        />
      )}
      <section aria-label="Timeline">
        <RunTimeline
          run={run}
          opened={task}
          onOpen={(next) => void navigate({ search: { task: next }, replace: true, resetScroll: false })}
        />
      </section>
      <Accordion variant="contained">
        <Accordion.Item value="event">
          <Accordion.Control>Trigger event</Accordion.Control>
          <Accordion.Panel>
            <JsonView value={run.triggerEvent} />
          </Accordion.Panel>
        </Accordion.Item>
        <RestartHistory processId={run.id} version={run.version} />
      </Accordion>
    </Stack>
  );
}

function RunFacts({ run }: { readonly run: EventWorkflowProcess }) {
  const took = durationOf(run, Date.now());
  const changeSetId = textAt(run.triggerEvent, "changeSetId");
  return (
    <Group gap="xl" align="flex-start" style={{ rowGap: 12 }}>
      <Fact label="Status">
        <StatusBadge status={run.status} />
      </Fact>
      {run.subtext !== undefined && <Fact label="Status message">{run.subtext}</Fact>}
      <Fact label="Started by">{describeTrigger(run.triggerKey)}</Fact>
      {hasSubject(run.triggerEvent) && (
        <Fact label="Subject">
          <SubjectLink event={run.triggerEvent} />
        </Fact>
      )}
      {changeSetId !== undefined && (
        <Fact label="Cause">
          <Anchor
            size="sm"
            renderRoot={(props) => <Link {...props} to="/changes/$changeSetId" params={{ changeSetId }} />}
          >
            View change
          </Anchor>
        </Fact>
      )}
      <Fact label="Started">
        <TimeAgo time={run.createdOn} />
      </Fact>
      {took !== undefined && (
        <Fact label={run.endedOn === undefined ? "Running for" : "Duration"}>{formatDuration(took)}</Fact>
      )}
      <Fact label="Definition">
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/workflows/$id" params={{ id: run.eventWorkflowId }} />}
        >
          Version {run.eventWorkflowVersion}
        </Anchor>
      </Fact>
    </Group>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </div>
  );
}

function CancelButton({ run }: { readonly run: EventWorkflowProcess }) {
  const weft = useWeft();
  const { who } = useSession();
  const [isOpen, dialog] = useDisclosure(false);
  const open = (run.tasks ?? []).filter(({ status }) => isInProgress(status));
  if (!mayDo(who, "update", "event-workflow-process")) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="stop" size={16} />} onClick={dialog.open}>
        Cancel run
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Cancel this run?"
        confirmLabel="Cancel run"
        act={() => weft.call("cancel-event-workflow-process", { params: { id: run.id } })}
        message="Run canceled."
        stale={[queryKeys.processes.all(), queryKeys.tasks.all()]}
      >
        <Text size="sm">
          {pluralize(open.length, "unfinished task")} will not run. Changes made by completed tasks are kept. A canceled
          run cannot be resumed.
        </Text>
        <List size="sm">
          {open.slice(0, 10).map(({ id, name, status }) => (
            <List.Item key={id}>
              {name} ({status})
            </List.Item>
          ))}
        </List>
      </ConfirmDialog>
    </>
  );
}
