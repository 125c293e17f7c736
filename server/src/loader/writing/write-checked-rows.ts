import assert from "node:assert";
import { stageMembers } from "../../assortments/stage-members.ts";
import type { OpenWrite } from "../../entities/open-write.ts";
import { outcomeOf, packOutcome } from "../batches/batch-outcome.ts";
import type { SpooledBatch } from "../batches/batch-spool.ts";
import { failedRows } from "../batches/failed-rows.ts";
import { findDoneBatches } from "../batches/load-batch-store.ts";
import { membersOfRows } from "../batches/members-of-rows.ts";
import { planBatch } from "../batches/plan-batch.ts";
import type { CheckedFile } from "../checking/check-file.ts";
import { IssueList } from "../issues/issue-list.ts";
import type { LoadIssue } from "../load-issue.ts";
import type { LoadRun } from "../run/load-run.ts";
import { LoadFailed } from "../run/run-endings.ts";
import { BatchesInFlight } from "./batches-in-flight.ts";
import { keepOutcome, unlessWritten } from "./keep-outcome.ts";

// While the database writes one batch, the next is planned. More would only wait.
const batchesAtOnce = 2;

interface WrittenBatches {
  /** The number of the last batch. */
  readonly lastNumber: number;
  /** The number of batches that may have changed something. */
  readonly changing: number;
}

/**
 * The second pass: writes the checked rows, each batch in its own transaction together with the record that it is done.
 * A load that was killed continues with the batches without a record, so no row is written twice and none is lost.
 */
export async function writeCheckedRows(
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
        changing += spooled.dryRunResult?.write.changes.count === 0 ? 0 : 1;
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

/** Writes the batch as planned in the dry run, unless something has changed since: then it is planned again. */
async function writeBatch(run: LoadRun, batch: Batch): Promise<void> {
  const { services, orgId } = run;
  let dryRunResult = batch.spooled.dryRunResult;
  const work = services.writer.writeBatches(orgId, async (write): Promise<readonly LoadIssue[]> => {
    const attempt = dryRunResult;
    // On a retry the batch is planned again, because a value has been taken since.
    dryRunResult = undefined;
    if (attempt !== undefined && (await write.addPlanned(attempt.write))) {
      await stageMembers(write.tx, orgId, run.load.id, attempt.members);
      await keepOutcome(write.tx, run, batch.number, attempt.outcome);
      return [];
    }
    return planAndWrite(write, run, batch);
  });
  const refusals = await unlessWritten(work, []);
  if (refusals.length > 0) {
    run.issues.addAll(refusals);
    throw new LoadFailed("UPLOADING_DATA");
  }
}

/** Returns why the batch is not written: something has changed since the file was checked. */
async function planAndWrite(
  write: OpenWrite,
  run: LoadRun,
  { number, spooled, targets }: Batch,
): Promise<readonly LoadIssue[]> {
  const { orgId, load } = run;
  const rows = spooled.drafts();
  const isAtomic = load.configuration.onRowError !== "skip";
  const plan = planBatch(rows, { writer: load.writer, projectId: targets.projectId });
  const plans = await write.add(plan.requests, { isAtomic, isDryRun: false });
  const refused = new IssueList();
  const failed = failedRows(rows, plan, plans, refused);
  if (isAtomic && failed.size > 0) {
    return refused.all;
  }
  const outcome = { ...outcomeOf(rows, plan, plans), failures: refused.all };
  await stageMembers(write.tx, orgId, load.id, membersOfRows({ rows, plan, plans, targets, failed }));
  await keepOutcome(write.tx, run, number, packOutcome(outcome));
  return [];
}
