import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import type { EventWorkflowTask, Weft, Whoami } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { mayDoSome, useSession } from "../session/session.ts";
import type { Attention, Origin, Origins } from "./attention.ts";

const againMs = 10_000;
const noticesMax = 20;

interface CountedAttention extends Attention {
  /** All of them, including those not loaded. undefined when the user may not see tasks. */
  readonly waitingTotal: number | undefined;
  readonly maySeeWebhooks: boolean;
}

export function useAttention(): UseQueryResult<CountedAttention> {
  const { weft, who } = useSession();
  return useQuery({
    queryKey: queryKeys.overview.attention(),
    queryFn: ({ signal }) => readAttention(weft, who, signal),
    refetchInterval: againMs,
  });
}

/** Reads only what the user may read. */
async function readAttention(weft: Weft, who: Whoami, signal: AbortSignal): Promise<CountedAttention> {
  const newest = (orderField: string) => ({ order: { orderField, order: "desc" }, limit: noticesMax, signal });
  const mayRead = (kind: string) => mayDoSome(who, "read", kind);
  const maySeeWebhooks = who.isAdministrator;
  const [failedLoads, queuedLoads, failedProcesses, tasks, workflows, webhooks, parked] = await Promise.all([
    mayRead("loader-process")
      ? weft.entities.list({
          ...newest("endedOn"),
          entityName: "loader-process",
          criteria: { status: "failed", dryRun: { ne: true } },
        })
      : none,
    mayRead("loader-process")
      ? weft.entities.list({
          ...newest("createdOn"),
          entityName: "loader-process",
          criteria: { status: ["pending", "running"] },
        })
      : none,
    mayRead("event-workflow-process")
      ? weft.entities.list({
          ...newest("endedOn"),
          entityName: "event-workflow-process",
          criteria: { status: "failed" },
        })
      : none,
    mayRead("event-workflow-task") ? readWaitingTasks(weft, signal) : { ...none, total: undefined },
    mayRead("event-workflow")
      ? weft.entities.list({ entityName: "event-workflow", fields: ["name"], limit: 1000, signal })
      : none,
    maySeeWebhooks ? weft.entities.list({ entityName: "webhook", limit: 1000, signal }) : none,
    maySeeWebhooks
      ? weft.entities.list({ ...newest("createdOn"), entityName: "webhook-delivery", criteria: { status: "parked" } })
      : none,
  ]);
  return {
    failedLoads: failedLoads.results,
    queuedLoads: queuedLoads.results,
    failedProcesses: failedProcesses.results,
    waitingTasks: tasks.results,
    waitingTotal: tasks.total,
    workflows: workflows.results,
    webhooks: webhooks.results,
    maySeeWebhooks,
    parked: parked.results,
  };
}

const none = { results: [] };

function readWaitingTasks(weft: Weft, signal: AbortSignal) {
  return weft.entities.list({
    entityName: "event-workflow-task",
    criteria: { status: "awaiting" },
    order: { orderField: "createdOn", order: "asc" },
    includeTotal: true,
    limit: noticesMax,
    signal,
  });
}

/** The subject is looked up for this many. */
const tasksMax = 8;

/** What started the runs of the first tasks. It never changes, so it is read once. */
export function useOrigins(tasks: readonly Pick<EventWorkflowTask, "processId">[]): Origins {
  const { weft, who } = useSession();
  const mayRead = mayDoSome(who, "read", "event-workflow-process");
  const processIds = mayRead ? [...new Set(tasks.slice(0, tasksMax).map(({ processId }) => processId))] : [];
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
