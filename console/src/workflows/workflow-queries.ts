import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EventWorkflow } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { notifyDone, notifyError } from "../ui/notify.ts";

/** An organization has few, so that all can be read at once. */
const workflowsMax = 1_000;
export const liveMs = 2_000;

export function useWorkflows() {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.workflows.list(),
    queryFn: async ({ signal }) => {
      const query = { limit: workflowsMax, order: { orderField: "name", order: "asc" } };
      return (await weft.call("list-event-workflows", { query }, { signal })).results;
    },
  });
}

/** Runs refer to their workflow by id; users know it by name. */
export function useWorkflowNames(): (id: string) => string | undefined {
  const { data } = useWorkflows();
  return (id) => (data === undefined ? "" : data.find((workflow) => workflow.id === id)?.name);
}

export function useWorkflow(id: string) {
  const weft = useWeft();
  return useQuery<EventWorkflow>({
    queryKey: queryKeys.workflows.one(id),
    queryFn: ({ signal }) => weft.call("get-event-workflow", { params: { id } }, { signal }),
  });
}

/** With its tasks; refetched while in progress. */
export function useRun(id: string) {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.processes.one(id),
    queryFn: ({ signal }) =>
      weft.call("get-event-workflow-process", { params: { id }, query: { relations: "tasks" } }, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isInProgress(state.data.status) ? liveMs : false),
  });
}

/** With all its lines; refetched while in progress. */
export function useTask(id: string) {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.tasks.one(id),
    queryFn: ({ signal }) => weft.tasks.get({ taskId: id, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isInProgress(state.data.status) ? liveMs : false),
  });
}

/** While the task is in progress, more may arrive. */
export function useCallbacks(taskId: string, isLive: boolean) {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.tasks.callbacks(taskId, isLive),
    queryFn: async ({ signal }) =>
      (await weft.call("list-event-workflow-task-callbacks", { params: { id: taskId } }, { signal })).results,
    refetchInterval: isLive ? liveMs : false,
  });
}

/** Enables or disables a workflow. Active runs continue. */
export function useSwitch({ id, name }: Pick<EventWorkflow, "id" | "name">) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isActive: boolean) => weft.call("update-event-workflow", { params: { id }, body: { isActive } }),
    onError: notifyError,
    onSuccess: (workflow) => {
      queryClient.setQueryData(queryKeys.workflows.one(id), workflow);
      void queryClient.invalidateQueries({ queryKey: queryKeys.workflows.list() });
      notifyDone(workflow.isActive ? `${name} enabled.` : `${name} disabled. Active runs continue.`);
    },
  });
}

export function isInProgress(status: string): boolean {
  return status === "pending" || status === "running" || status === "awaiting";
}
