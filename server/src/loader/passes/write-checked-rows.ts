import assert from "node:assert";
import { stageMembers } from "../../assortments/staged-member-store.ts";
import type { OpenWrite } from "../../entities/write/open-write.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { SpooledBatch } from "../drafting/batch-spool.ts";
import { findDoneBatches, insertBatch, packOutcome } from "../drafting/load-batch-store.ts";
import { failedRows, membersOfRows, outcomeOf, planBatch } from "../drafting/plan-batch.ts";
import { LoadFailedError } from "../load-errors.ts";
import { IssueList, type LoadIssue } from "../load-issue.ts";
import type { CheckedFile } from "./check-file.ts";
import { inArea, type LoadRun } from "./load-run.ts";

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
        await flights.add(keys, () => inArea(run, "UPLOADING_DATA", () => writeBatch(run, batch)));
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
  const work = services.writer.run(orgId, async (write): Promise<readonly LoadIssue[]> => {
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
    throw new LoadFailedError(refusals);
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
  const plans = await write.add(plan.requests, { isAtomic });
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

/** A write in progress, with the keys of the entities that it touches. */
interface Flight {
  readonly keys: ReadonlySet<string>;
  readonly landing: Promise<void>;
}

/**
 * Writes batches concurrently: while the database writes one, the next is planned. Batches that touch the same entity
 * wait for each other. The first error is thrown to the caller that adds the next batch or waits for the last.
 */
class BatchesInFlight {
  readonly #flightsMax: number;
  readonly #flights = new Set<Flight>();
  #error: { readonly error: unknown } | undefined;

  constructor(flightsMax: number) {
    this.#flightsMax = flightsMax;
  }

  async add(keys: readonly string[], write: () => Promise<void>): Promise<void> {
    for (;;) {
      this.#throwError();
      const inTheWay = [...this.#flights].filter((flight) => keys.some((key) => flight.keys.has(key)));
      if (inTheWay.length === 0 && this.#flights.size < this.#flightsMax) {
        break;
      }
      await Promise.race([...(inTheWay.length > 0 ? inTheWay : this.#flights)].map(({ landing }) => landing));
    }
    const landing = write().catch((error: unknown) => {
      this.#error ??= { error };
    });
    const flight = { keys: new Set(keys), landing };
    this.#flights.add(flight);
    void landing.then(() => this.#flights.delete(flight));
  }

  /** Resolves when all have ended, even if one has failed. */
  async settle(): Promise<void> {
    await Promise.all([...this.#flights].map(({ landing }) => landing));
    this.#throwError();
  }

  #throwError(): void {
    if (this.#error !== undefined) {
      throw this.#error.error;
    }
  }
}

/**
 * Thrown to roll back a batch that another run of the load has already written: a run that was considered dead, but was
 * not.
 */
class BatchWrittenError extends Error {}

/** Records that a batch is done, in the transaction that writes it. */
export async function keepOutcome(tx: Transaction, run: LoadRun, number: number, outcome: Buffer): Promise<void> {
  const isCancelAsked = await insertBatch(tx, run.orgId, run.load.id, { number, outcome });
  if (isCancelAsked === undefined) {
    throw new BatchWrittenError("another run has written this batch");
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
    if (error instanceof BatchWrittenError) {
      return otherwise;
    }
    throw error;
  }
}
