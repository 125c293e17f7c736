import { getHeapStatistics } from "node:v8";
import type { Config } from "./config.ts";
import { Budget } from "./platform/budgets/budget.ts";
import { ByteQuota } from "./platform/budgets/byte-quota.ts";
import { FairSlots } from "./platform/threads/fair-slots.ts";

/** Opens the budget of one response for an org; it must be closed. */
type OpenBudget = (orgId: string, ended?: AbortSignal) => Budget;

export interface Budgets {
  readonly openBudget: OpenBudget;
  /** Request bodies over 1 MiB. */
  readonly bodies: ByteQuota;
}

// A client should retry a request that waits longer than this.
const waitMsMax = 10_000;

/** Limits the memory of a node for large responses and bodies. Each byte takes several in the heap. */
export function createBudgets(config: Config): Budgets {
  const { pageBytesMax, largeAnswersBytesMax, largeBodiesBytesMax, databasePool } = config;
  const heapBytes = getHeapStatistics().heap_size_limit;
  const answers = new ByteQuota({
    bytesMax: largeAnswersBytesMax ?? Math.floor(heapBytes / 8),
    waitMsMax,
    purpose: "other large responses",
  });
  const bodies = new ByteQuota({
    bytesMax: largeBodiesBytesMax ?? Math.floor(heapBytes / 8),
    waitMsMax,
    purpose: "other large requests",
  });
  // The rate limits bound how many can wait.
  const turns = new FairSlots({
    slots: databasePool,
    waitingMax: Number.POSITIVE_INFINITY,
    // Slow statements of one org leave most of the database's processors to the others.
    heldMaxBesideOthers: Math.max(1, Math.floor(databasePool / 5)),
  });
  const shared = { bytesMax: pageBytesMax, quota: answers, turns };
  return {
    openBudget: (tenant, ended) => new Budget({ ...shared, tenant, ...(ended === undefined ? {} : { ended }) }),
    bodies,
  };
}
