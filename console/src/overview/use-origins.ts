import { useQueries } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";
import type { Origin, Origins } from "./attention.ts";

/** What started the given runs. It never changes, so it is read once. */
export function useOrigins(processIds: readonly string[]): Origins {
  const weft = useWeft();
  const answers = useQueries({
    queries: processIds.map((id) => ({
      queryKey: ["processes", "origin", id],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Origin> => {
        const found = await weft.call("get-event-workflow-process", { params: { id } }, { signal });
        return { workflowId: found.eventWorkflowId, event: found.triggerEvent };
      },
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return new Map(
    processIds.flatMap((id, index) => {
      const origin = answers[index]?.data;
      return origin === undefined ? [] : [[id, origin] as const];
    }),
  );
}
