import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { useWeft } from "../session/session.ts";
import type { Attention } from "./attention.ts";
import { isRefused } from "./is-refused.ts";

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
    queryKey: ["overview", "attention"],
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
