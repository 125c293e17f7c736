import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useWorkflowNames } from "../workflow-queries.ts";
import { useOrigin } from "./use-origin.ts";

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
