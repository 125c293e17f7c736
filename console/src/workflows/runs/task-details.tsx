import { Anchor, Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { EventWorkflowCallback, EventWorkflowTask } from "@weft/client";
import type { ReactNode } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { JsonView } from "../../ui/json-view.tsx";
import { Loaded, SkeletonRows } from "../../ui/loaded.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { isInProgress, useCallbacks, useTask } from "../workflow-queries.ts";
import { FailureNote, RetryButton } from "./failure-note.tsx";
import { LogView } from "./log-view.tsx";

/** The details of a task, loaded when it is opened. */
export function TaskDetails({ taskId }: { readonly taskId: string }) {
  const task = useTask(taskId);
  return (
    <Loaded query={task} skeleton={<SkeletonRows rows={4} />}>
      {(read) => (
        <Stack gap="md">
          {answered.includes(read.status) && (
            <Button
              size="compact-sm"
              w="fit-content"
              variant={read.status === "awaiting" ? "filled" : "default"}
              renderRoot={(props) => <Link {...props} to="/tasks/$id" params={{ id: taskId }} />}
            >
              {read.status === "awaiting" ? "Complete or fail task" : "Open task"}
            </Button>
          )}
          <TaskContent task={read} />
        </Stack>
      )}
    </Loaded>
  );
}

/** The page of a task completes it while it waits, and corrects its output afterwards. */
const answered: readonly EventWorkflowTask["status"][] = ["awaiting", "completed", "failed"];

export function TaskContent({ task }: { readonly task: EventWorkflowTask }) {
  const { id, name, failure, status, startedOn, input, output, logs, async: isAsync } = task;
  const retry = status === "failed" ? <RetryButton taskId={id} name={name} /> : undefined;
  return (
    <Stack gap="md">
      {failure !== undefined && <FailureNote title={`${name} failed`} failure={failure} action={retry} />}
      <TaskFacts task={task} />
      <Part title="Logs">
        <LogView lines={logs} label={`Logs of ${name}`} />
      </Part>
      <Part title="Input">
        <Values value={input} nothing={startedOn === undefined ? "None yet. The task has not started." : "None."} />
      </Part>
      <Part title="Output">
        <Values value={output} nothing="None." />
      </Part>
      {isAsync && (
        <Part title="Callbacks">
          <CallbackLog taskId={id} isLive={isInProgress(status)} />
        </Part>
      )}
      <Part title="Changes">
        <TaskChanges taskId={id} />
      </Part>
    </Stack>
  );
}

function TaskFacts({ task }: { readonly task: EventWorkflowTask }) {
  const { startedOn, endedOn, attempt, deadline, claim, availableOn, progress, status } = task;
  const facts: readonly (readonly [string, ReactNode] | undefined)[] = [
    startedOn === undefined ? undefined : ["Started", <TimeAgo key="began" time={startedOn} />],
    endedOn === undefined ? undefined : ["Ended", <TimeAgo key="ended" time={endedOn} />],
    attempt > 1 ? ["Attempts", attempt] : undefined,
    progress === undefined || !isInProgress(status) ? undefined : ["Progress", `${progress} %`],
    deadline !== undefined && isInProgress(status)
      ? ["Times out", <TimeAgo key="deadline" time={deadline} />]
      : undefined,
    claim === undefined ? undefined : ["Claimed by", claim.workerId],
    availableOn === undefined ? undefined : ["Released until", <TimeAgo key="available" time={availableOn} />],
  ];
  return (
    <Group gap="lg">
      {facts.map(
        (fact) =>
          fact !== undefined && (
            <div key={fact[0]}>
              <Text size="xs" c="dimmed">
                {fact[0]}
              </Text>
              <Text size="sm" className="numbers" component="div">
                {fact[1]}
              </Text>
            </div>
          ),
      )}
    </Group>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Values({ value, nothing }: { readonly value: object | undefined; readonly nothing: string }) {
  return value === undefined || Object.keys(value).length === 0 ? (
    <Text size="sm" c="dimmed">
      {nothing}
    </Text>
  ) : (
    <JsonView value={value} maxHeight={260} />
  );
}

const countedMax = 100;

/** The changes of a task. They are one change set, which has the id of the task. */
function TaskChanges({ taskId }: { readonly taskId: string }) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: queryKeys.changes.ofTask(taskId),
    queryFn: async ({ signal }) => {
      const query = { criteria: { changeSetId: taskId }, limit: countedMax };
      return (await weft.call("list-changes", { query }, { signal })).results.length;
    },
  });
  if (data === undefined || data === 0) {
    return (
      <Text size="sm" c="dimmed">
        {data === 0 ? "No entities changed." : ""}
      </Text>
    );
  }
  const words = data === 1 ? "View 1 change" : `View ${data}${data === countedMax ? " or more" : ""} changes`;
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link {...props} to="/changes/$changeSetId" params={{ changeSetId: taskId }} />}
    >
      {words}
    </Anchor>
  );
}

const statusLabels = { SUCCESS: "Completed", FAILURE: "Failed", PROGRESS: "Reported progress" } as const;

const verdictLabels = {
  applied: "Accepted",
  held: "Early, queued",
  repeated: "Duplicate, ignored",
  refused: "Rejected",
  superseded: "Too late, the task had failed",
} as const;

interface CallbackLogProps {
  readonly taskId: string;
  readonly isLive: boolean;
}

/** Every callback for a task, and its result. */
function CallbackLog({ taskId, isLive }: CallbackLogProps) {
  const callbacks = useCallbacks(taskId, isLive);
  return (
    <Loaded query={callbacks} skeleton={<SkeletonRows rows={2} />}>
      {(rows) =>
        rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            No callbacks.
          </Text>
        ) : (
          <CallbackTable rows={rows} />
        )
      }
    </Loaded>
  );
}

function CallbackTable({ rows }: { readonly rows: readonly EventWorkflowCallback[] }) {
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label="Callbacks" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Time</Table.Th>
            <Table.Th>Caller</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th>Result</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, receivedOn, actorName, status, verdict, detail }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <TimeAgo time={receivedOn} />
              </Table.Td>
              <Table.Td>{actorName ?? "Task token"}</Table.Td>
              <Table.Td>{statusLabels[status]}</Table.Td>
              <Table.Td>
                {verdictLabels[verdict]}
                {detail !== undefined && (
                  <Text size="xs" c="dimmed">
                    {detail}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
