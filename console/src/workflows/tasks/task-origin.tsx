import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { EventWorkflowTask } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { formatValue } from "../../ui/property-diffs.tsx";
import { subjectOf } from "../runs/event-subject.ts";
import { SubjectLink } from "../runs/subject-link.tsx";
import { useWorkflowNames } from "../workflow-queries.ts";

/** The subject of a task: the entity that triggered its run, else its input. */
export function AboutCell({ task }: { readonly task: EventWorkflowTask }) {
  const event = useOrigin(task.processId)?.event;
  if (event !== undefined && subjectOf(event) !== undefined) return <SubjectLink event={event} />;
  return (
    <Text size="sm" truncate maw={240}>
      {Object.values(task.input ?? {})
        .map(formatValue)
        .join(" · ")}
    </Text>
  );
}

/** A task knows its run; the run knows its workflow. */
export function WorkflowOfRun({ processId }: { readonly processId: string }) {
  const origin = useOrigin(processId);
  const nameOf = useWorkflowNames();
  if (origin === undefined) return null;
  return (
    <Anchor
      size="sm"
      truncate
      display="block"
      maw={240}
      renderRoot={(props) => <Link {...props} to="/processes/$id" params={{ id: processId }} />}
    >
      {nameOf(origin.workflowId) ?? "Deleted workflow"}
    </Anchor>
  );
}

/** The workflow and event of a task's run. They never change, so they are read once. */
export function useOrigin(processId: string) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: queryKeys.processes.origin(processId),
    queryFn: async ({ signal }) => {
      const run = await weft.call("get-event-workflow-process", { params: { id: processId } }, { signal });
      return { workflowId: run.eventWorkflowId, event: run.triggerEvent };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
