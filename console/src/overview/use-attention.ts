import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { isRefused } from "../ui/describe-error.ts";
import type { Attention, Origin, Origins } from "./attention.ts";

const againMs = 10_000;
const noticesMax = 20;

interface CountedAttention extends Attention {
  /** All of them, including those not loaded. undefined when the user may not see tasks. */
  readonly waitingTotal: number | undefined;
  readonly maySeeWebhooks: boolean;
}

export function useAttention(): UseQueryResult<CountedAttention> {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.overview.attention(),
    queryFn: ({ signal }) => readAttention(weft, signal),
    refetchInterval: againMs,
  });
}

async function readAttention(weft: Weft, signal: AbortSignal): Promise<CountedAttention> {
  const newest = (orderField: string) => ({ order: { orderField, order: "desc" }, limit: noticesMax, signal });
  const [failedLoads, queuedLoads, failedProcesses, tasks, workflows, webhooks, parked] = await Promise.all([
    allowed(
      weft.entities.list({
        ...newest("endedOn"),
        entityName: "loader-process",
        criteria: { status: "failed", dryRun: { ne: true } },
      }),
    ),
    allowed(
      weft.entities.list({
        ...newest("createdOn"),
        entityName: "loader-process",
        criteria: { status: ["pending", "running"] },
      }),
    ),
    allowed(
      weft.entities.list({
        ...newest("endedOn"),
        entityName: "event-workflow-process",
        criteria: { status: "failed" },
      }),
    ),
    allowed(
      weft.entities.list({
        entityName: "event-workflow-task",
        criteria: { status: "awaiting" },
        order: { orderField: "createdOn", order: "asc" },
        includeTotal: true,
        limit: noticesMax,
        signal,
      }),
    ),
    allowed(weft.entities.list({ entityName: "event-workflow", fields: ["name"], limit: 1000, signal })),
    allowed(weft.entities.list({ entityName: "webhook", limit: 1000, signal })),
    allowed(
      weft.entities.list({ ...newest("createdOn"), entityName: "webhook-delivery", criteria: { status: "parked" } }),
    ),
  ]);
  return {
    failedLoads: failedLoads?.results ?? [],
    queuedLoads: queuedLoads?.results ?? [],
    failedProcesses: failedProcesses?.results ?? [],
    waitingTasks: tasks?.results ?? [],
    waitingTotal: tasks?.total,
    workflows: workflows?.results ?? [],
    webhooks: webhooks?.results ?? [],
    maySeeWebhooks: webhooks !== undefined,
    parked: parked?.results ?? [],
  };
}

/** What the user may not see is omitted. */
async function allowed<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

/** What started the given runs. It never changes, so it is read once. */
export function useOrigins(processIds: readonly string[]): Origins {
  const weft = useWeft();
  const answers = useQueries({
    queries: processIds.map((id) => ({
      queryKey: queryKeys.processes.origin(id),
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
