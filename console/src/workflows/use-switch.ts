import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EventWorkflow } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { notifyDone, notifyError } from "../ui/notify.ts";
import { workflowKey } from "./workflow-queries.ts";

/** Enables or disables a workflow. Active runs continue. */
export function useSwitch({ id, name }: Pick<EventWorkflow, "id" | "name">) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isActive: boolean) => weft.call("update-event-workflow", { params: { id }, body: { isActive } }),
    onError: notifyError,
    onSuccess: (workflow) => {
      queryClient.setQueryData(workflowKey(id), workflow);
      void queryClient.invalidateQueries({ queryKey: ["workflows", "all"] });
      notifyDone(workflow.isActive ? `${name} enabled.` : `${name} disabled. Active runs continue.`);
    },
  });
}
