import type { Transaction } from "../../platform/database/database.ts";
import { insertBatch } from "../batches/load-batch-store.ts";
import type { LoadRun } from "../run/load-run.ts";

/**
 * Thrown to roll back a batch that another run of the load has already written: a run that was considered dead, but was
 * not.
 */
class BatchWritten extends Error {}

/** Records that a batch is done, in the transaction that writes it. */
export async function keepOutcome(tx: Transaction, run: LoadRun, number: number, outcome: Buffer): Promise<void> {
  const isCancelAsked = await insertBatch(tx, run.orgId, run.load.id, { number, outcome });
  if (isCancelAsked === undefined) {
    throw new BatchWritten("another run has written this batch");
  }
  if (isCancelAsked) {
    run.meter.endSoon();
  }
}

/** Returns the result of the work, or the alternative if its batch is already written. */
export async function unlessWritten<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BatchWritten) {
      return otherwise;
    }
    throw error;
  }
}
