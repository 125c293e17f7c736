import { Text } from "@mantine/core";
import type { EventWorkflowTask } from "@weft/client";
import { formatValue } from "../../ui/property-diffs.tsx";
import { subjectOf } from "../runs/event-subject.ts";
import { SubjectLink } from "../runs/subject-link.tsx";
import { useOrigin } from "./use-origin.ts";

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
