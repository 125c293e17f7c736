import { z } from "zod";
import type { Transaction } from "../../platform/database/database.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { addJob, jobsDue, jobsTopic } from "../../platform/jobs/job-store.ts";
import type { LoadAddress } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import type { LoadWork } from "./do-load-work.ts";

const tasks = { run: "run-load", undo: "undo-load" } as const;

const addressSchema = z.object({ orgId: z.string(), loadId: z.string() });

/** Where loads run: in threads of the node, so that it continues to serve requests. */
export interface LoadRunner {
  run(address: LoadAddress, stopping: AbortSignal): Promise<void>;
  undo(address: LoadAddress, stopping: AbortSignal): Promise<void>;
}

export function loadJobs(runner: LoadRunner): Job[] {
  return [
    { task: tasks.run, run: (payload, stopping) => runner.run(addressSchema.parse(payload), stopping) },
    { task: tasks.undo, run: (payload, stopping) => runner.undo(addressSchema.parse(payload), stopping) },
  ];
}

/** Work of one org runs sequentially: two loads into one assortment never overlap, and no org starves others. */
export async function queueLoadWork(services: LoadServices, tx: Transaction, work: LoadWork): Promise<void> {
  await addLoadJob(services, tx, work, 0);
}

/** Queues work that was already started before all other work of the org: later loads must not overtake it. */
export async function handOverLoadWork(services: LoadServices, tx: Transaction, work: LoadWork): Promise<void> {
  await addLoadJob(services, tx, work, -1);
}

async function addLoadJob(
  { bus }: LoadServices,
  tx: Transaction,
  { verb, address }: LoadWork,
  priority: number,
): Promise<void> {
  await addJob(tx, address.orgId, {
    task: tasks[verb],
    payload: address,
    key: `${verb} ${address.loadId}`,
    // The name that nodes of the previous version lock while they run a load.
    queue: `loads of ${address.orgId}`,
    priority,
  });
  tx.afterCommit(() => bus.publish(jobsTopic, jobsDue));
}
