import { useQuery } from "@tanstack/react-query";
import { useWeft } from "../../session/session.ts";

/** The workflow and event of a task's run. They never change, so they are read once. */
export function useOrigin(processId: string) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: ["processes", "origin", processId],
    queryFn: async ({ signal }) => {
      const run = await weft.call("get-event-workflow-process", { params: { id: processId } }, { signal });
      return { workflowId: run.eventWorkflowId, event: run.triggerEvent };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
