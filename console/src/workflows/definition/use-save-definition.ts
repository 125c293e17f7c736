import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, type EventWorkflow } from "@weft/client";
import { useWeft } from "../../session/session.ts";
import { notifyDone } from "../../ui/notify.ts";
import { workflowKey } from "../workflow-queries.ts";
import { bodyOf, type Draft, updateBodyOf } from "./draft.ts";

interface Saving {
  readonly draft: Draft;
  /** The version that was read; undefined for a new one. */
  readonly version: number | undefined;
}

/** Saves a definition, unless another user has saved since this one was read. */
export function useSaveDefinition(id: string | undefined, onSaved: (workflow: EventWorkflow) => void) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, version }: Saving) =>
      id === undefined
        ? weft.call("create-event-workflow", { body: bodyOf(draft) })
        : weft.call("update-event-workflow", { params: { id }, body: updateBodyOf(draft) }, { ifMatch: version }),
    onSuccess: (workflow) => {
      queryClient.setQueryData(workflowKey(workflow.id), workflow);
      void queryClient.invalidateQueries({ queryKey: ["workflows", "all"] });
      notifyDone(id === undefined ? `${workflow.name} created.` : `Version ${workflow.version} saved.`);
      onSaved(workflow);
    },
    onError: (error) => {
      // The saved definition is read, and the editor shows the choices.
      if (error instanceof ApiError && error.status === 412 && id !== undefined) {
        void queryClient.invalidateQueries({ queryKey: workflowKey(id) });
      }
    },
  });
}
