import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { EventWorkflowTask } from "@weft/client";
import type { ReactNode } from "react";
import { JsonView } from "../../ui/json-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SkeletonRows } from "../../ui/skeleton-rows.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useTask } from "../workflow-queries.ts";
import { CallbackLog } from "./callback-log.tsx";
import { FailureNote, RetryButton } from "./failure-note.tsx";
import { LogView } from "./log-view.tsx";
import { TaskChanges } from "./task-changes.tsx";
import { isInProgress } from "./timeline.ts";

/** The details of a task, loaded when it is opened. */
export function TaskDetails({ taskId }: { readonly taskId: string }) {
  const task = useTask(taskId);
  return (
    <Loaded query={task} skeleton={<SkeletonRows rows={4} />}>
      {(read) => (
        <Stack gap="md">
          {read.status === "awaiting" && (
            <Button
              size="compact-sm"
              w="fit-content"
              renderRoot={(props) => <Link {...props} to="/tasks/$id" params={{ id: taskId }} />}
            >
              Complete or fail task
            </Button>
          )}
          <TaskContent task={read} />
        </Stack>
      )}
    </Loaded>
  );
}

export function TaskContent({ task }: { readonly task: EventWorkflowTask }) {
  const { id, name, failure, status, input, output, logs, async: isAsync } = task;
  const retry = status === "failed" ? <RetryButton taskId={id} name={name} /> : undefined;
  return (
    <Stack gap="md">
      {failure !== undefined && <FailureNote title={`${name} failed`} failure={failure} action={retry} />}
      <TaskFacts task={task} />
      <Part title="Logs">
        <LogView lines={logs} label={`Logs of ${name}`} />
      </Part>
      <Part title="Input">
        <Values value={input} nothing="None yet. The task has not started." />
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
  const { startedOn, endedOn, attempt, deadline, claim, progress, status } = task;
  const facts: readonly (readonly [string, ReactNode] | undefined)[] = [
    startedOn === undefined ? undefined : ["Started", <TimeAgo key="began" time={startedOn} />],
    endedOn === undefined ? undefined : ["Ended", <TimeAgo key="ended" time={endedOn} />],
    attempt > 1 ? ["Attempts", attempt] : undefined,
    progress === undefined ? undefined : ["Progress", `${progress} %`],
    deadline !== undefined && isInProgress(status)
      ? ["Times out", <TimeAgo key="deadline" time={deadline} />]
      : undefined,
    claim === undefined ? undefined : ["Claimed by", claim.workerId],
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
