import { useQuery } from "@tanstack/react-query";
import type { EventWorkflow } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { isInProgress } from "./runs/timeline.ts";

/** An organization has few, so that all can be read at once. */
const workflowsMax = 1_000;
export const liveMs = 2_000;

export function useWorkflows() {
  const weft = useWeft();
  return useQuery({
    queryKey: ["workflows", "all"],
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

export function workflowKey(id: string): readonly string[] {
  return ["workflows", "one", id];
}

export function useWorkflow(id: string) {
  const weft = useWeft();
  return useQuery<EventWorkflow>({
    queryKey: workflowKey(id),
    queryFn: ({ signal }) => weft.call("get-event-workflow", { params: { id } }, { signal }),
  });
}

/** With its tasks; refetched while in progress. */
export function useRun(id: string) {
  const weft = useWeft();
  return useQuery({
    queryKey: ["processes", "one", id],
    queryFn: ({ signal }) =>
      weft.call("get-event-workflow-process", { params: { id }, query: { relations: "tasks" } }, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isInProgress(state.data.status) ? liveMs : false),
  });
}

/** With all its lines; refetched while in progress. */
export function useTask(id: string) {
  const weft = useWeft();
  return useQuery({
    queryKey: ["tasks", "one", id],
    queryFn: ({ signal }) => weft.tasks.get({ taskId: id, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isInProgress(state.data.status) ? liveMs : false),
  });
}

/** While the task is in progress, more may arrive. */
export function useCallbacks(taskId: string, isLive: boolean) {
  const weft = useWeft();
  return useQuery({
    queryKey: ["tasks", "callbacks", taskId, isLive],
    queryFn: async ({ signal }) =>
      (await weft.call("list-event-workflow-task-callbacks", { params: { id: taskId } }, { signal })).results,
    refetchInterval: isLive ? liveMs : false,
  });
}
