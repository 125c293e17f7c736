import assert from "node:assert";
import { stageMembers } from "../assortments/stage-members.ts";
import type { OpenWrite } from "../entities/open-write.ts";
import type { Transaction } from "../platform/database/database.ts";
import { outcomeOf, packOutcome } from "./batch-outcome.ts";
import type { SpooledBatch } from "./batch-spool.ts";
import { BatchesInFlight } from "./batches-in-flight.ts";
import type { CheckedFile } from "./check-file.ts";
import { failedRows } from "./failed-rows.ts";
import { IssueList } from "./issue-list.ts";
import { findDoneBatches, insertBatch } from "./load-batch-store.ts";
import type { LoadIssue } from "./load-issue.ts";
import { addAll, LoadFailed, type LoadRun } from "./load-run.ts";
import { membersOf } from "./members-of-rows.ts";
import { planBatch } from "./plan-batch.ts";

// While the database writes one batch, the next is planned; more would only wait.
const batchesAtOnce = 2;

export interface WrittenBatches {
  /** The number of the last one. */
  readonly lastNumber: number;
  /** How many may have changed something. */
  readonly changing: number;
}

/**
 * The second pass: writes the checked rows, each batch in a transaction of its own together with the note that it is
 * done. A load that was killed goes on with the batches that have no note, so no row is written twice and none is lost.
 */
export async function writeRows(
  run: LoadRun,
  { rowsTotal, rowsFailed, targets }: CheckedFile,
): Promise<WrittenBatches> {
  const { services, orgId, load, meter } = run;
  const done = await findDoneBatches(services.db, orgId, load.id);
  const flights = new BatchesInFlight(batchesAtOnce);
  const rowsGood = rowsTotal - rowsFailed;
  meter.begin("writing", rowsGood);
  let number = 0;
  let changing = done.size;
  let rowsRead = 0;
  try {
    for await (const spooled of run.spool.batches()) {
      number++;
      const { rowCount, keys } = spooled;
      rowsRead += rowCount;
      if (done.has(number)) {
        meter.begin("writing", rowsGood, meter.current().rowsDone + rowCount);
      } else if (rowCount > 0) {
        const batch = { number, spooled, targets };
        changing += spooled.rehearsed?.write.changes.count === 0 ? 0 : 1;
        await flights.add(keys, () => writeBatch(run, batch));
        await meter.advance(rowCount);
      }
    }
  } finally {
    await flights.settle();
  }
  assert(rowsRead === rowsGood, `the spool has ${rowsRead} of ${rowsGood} rows`);
  return { lastNumber: number, changing };
}

interface Batch {
  readonly number: number;
  readonly spooled: SpooledBatch;
  readonly targets: CheckedFile["targets"];
}

/** As it was rehearsed, unless something has changed since: then it is planned anew. */
async function writeBatch(run: LoadRun, batch: Batch): Promise<void> {
  const { services, orgId } = run;
  let rehearsed = batch.spooled.rehearsed;
  const work = services.writer.writeBatches(orgId, async (write): Promise<readonly LoadIssue[]> => {
    const attempt = rehearsed;
    // A write that runs again has met something that is taken by now.
    rehearsed = undefined;
    if (attempt !== undefined && (await write.addRehearsed(attempt.write))) {
      await stageMembers(write.tx, orgId, run.load.id, attempt.members);
      await keepOutcome(write.tx, run, batch.number, attempt.outcome);
      return [];
    }
    return planAndWrite(write, run, batch);
  });
  const refusals = await unlessWritten(work, []);
  if (refusals.length > 0) {
    addAll(run.issues, refusals);
    throw new LoadFailed("UPLOADING_DATA");
  }
}

/** Answers why the batch is not written: somebody has changed something since the file was checked. */
async function planAndWrite(
  write: OpenWrite,
  run: LoadRun,
  { number, spooled, targets }: Batch,
): Promise<readonly LoadIssue[]> {
  const { orgId, load } = run;
  const rows = spooled.drafts();
  const isAtomic = load.configuration.onRowError !== "skip";
  const plan = planBatch(rows, { writer: load.writer, projectId: targets.projectId });
  const plans = await write.add(plan.requests, { isAtomic, isRehearsal: false });
  const refused = new IssueList();
  const failed = failedRows(rows, plan, plans, refused);
  if (isAtomic && failed.size > 0) {
    return refused.all;
  }
  const outcome = { ...outcomeOf(rows, plan, plans), failures: refused.all };
  await stageMembers(write.tx, orgId, load.id, membersOf({ rows, plan, plans, targets, failed }));
  await keepOutcome(write.tx, run, number, packOutcome(outcome));
  return [];
}

/** Thrown to take a batch back that another run of the load has written: one that was taken for dead, and was not. */
class BatchWritten extends Error {}

export async function keepOutcome(tx: Transaction, run: LoadRun, number: number, outcome: Buffer): Promise<void> {
  const isCancelAsked = await insertBatch(tx, run.orgId, run.load.id, { number, outcome });
  if (isCancelAsked === undefined) {
    throw new BatchWritten("another run has written this batch");
  }
  if (isCancelAsked) {
    run.meter.endSoon();
  }
}

/** What the work answers, or the other answer when its batch is there already. */
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
