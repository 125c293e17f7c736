import { Anchor, Group, Stack, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { EventWorkflowTask } from "@weft/client";
import { ForRight } from "../../session/for-right.tsx";
import { mayDo, useSession } from "../../session/session.ts";
import { ShortId } from "../../ui/copy-text.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { actionLabels } from "../definition/action-table.ts";
import { SubjectLink } from "../runs/subject-link.tsx";
import { TaskContent } from "../runs/task-details.tsx";
import { EndTaskForm, SubtextForm } from "../tasks/end-task-form.tsx";
import { outputNames } from "../tasks/output-names.ts";
import { RestartButton } from "../tasks/restart-task.tsx";
import { useOrigin } from "../tasks/task-origin.tsx";
import { useTask, useWorkflows } from "../workflow-queries.ts";

const route = getRouteApi("/shell/tasks/$id");

export function TaskPage() {
  return (
    <ForRight verb="read" kind="event-workflow-task" what="tasks">
      <OneTask />
    </ForRight>
  );
}

function OneTask() {
  const { id } = route.useParams();
  const task = useTask(id);
  return (
    <PageFrame
      title={task.data?.name ?? "Task"}
      crumbs={[
        { title: "Workflows", link: { to: "/workflows" } },
        { title: "Tasks", link: { to: "/tasks" } },
      ]}
      description={task.data !== undefined && <TaskOrigin task={task.data} />}
    >
      <Loaded query={task}>{(read) => <TaskBody key={read.id} task={read} />}</Loaded>
    </PageFrame>
  );
}

function TaskOrigin({ task }: { readonly task: EventWorkflowTask }) {
  const origin = useOrigin(task.processId);
  const { data: workflows } = useWorkflows();
  const workflow = workflows?.find(({ id }) => id === origin?.workflowId);
  return (
    <Group gap="sm">
      <StatusBadge status={task.status} />
      <Text size="sm">{actionLabels(task.action).label}</Text>
      {origin !== undefined && <SubjectLink event={origin.event} />}
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link {...props} to="/processes/$id" params={{ id: task.processId }} search={{ task: task.id }} />
        )}
      >
        Run of {workflow?.name ?? "its workflow"}
      </Anchor>
      <ShortId id={task.id} />
    </Group>
  );
}

function TaskBody({ task }: { readonly task: EventWorkflowTask }) {
  const { who } = useSession();
  const mayReport = mayDo(who, "update", "event-workflow-task");
  const names = useNamesRead(task);
  return (
    <Stack maw={900}>
      {mayReport && task.status === "awaiting" && names !== undefined && <EndTaskForm task={task} names={names} />}
      {mayReport && <SubtextForm key={task.subtext} task={task} />}
      <RestartButton task={task} />
      <TaskContent task={task} />
    </Stack>
  );
}

/** What later tasks read from this one, by the current workflow; undefined until known. */
function useNamesRead(task: EventWorkflowTask): readonly string[] | undefined {
  const origin = useOrigin(task.processId);
  const { data: workflows, isError } = useWorkflows();
  if (isError) return [];
  if (origin === undefined || workflows === undefined) return undefined;
  const workflow = workflows.find(({ id }) => id === origin.workflowId);
  return workflow === undefined ? [] : outputNames(workflow.tasks, task.name);
}
