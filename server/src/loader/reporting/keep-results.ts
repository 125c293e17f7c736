import { Readable } from "node:stream";
import { type BatchOutcome, findBatch, findDoneBatches, unpackOutcome } from "../drafting/load-batch-store.ts";
import { mainTypeOf } from "../load.ts";
import type { IssueSink } from "../load-issue.ts";
import type { LoadContext } from "../load-services.ts";
import { byteOrderMark, csvLine } from "../write-csv.ts";
import { keepFile } from "./spool-file.ts";
import type { Tally } from "./tally.ts";

/** A load whose batches are summed up, and the target of the sums. */
interface Summary extends LoadContext {
  readonly tally: Tally;
  readonly issues: IssueSink;
}

/**
 * Sums up the outcomes of the written batches, by this run and by runs of nodes that have died, and stores the list of
 * results. Returns the id of the file; undefined if nothing was written.
 */
export async function keepResults(summary: Summary): Promise<string | undefined> {
  const done = await doneBatches(summary);
  return done.size === 0 ? undefined : keepFile(summary, "result.csv", Readable.from(addedUp(summary, done)));
}

/** The same without the file. */
export async function addUpResults(summary: Summary): Promise<void> {
  for await (const _ of addedUp(summary, await doneBatches(summary))) {
    // Only the sums are needed.
  }
}

function doneBatches({ services, orgId, load }: Summary): Promise<ReadonlySet<number>> {
  return findDoneBatches(services.db, orgId, load.id);
}

async function* addedUp(summary: Summary, batches: ReadonlySet<number>): AsyncGenerator<Buffer> {
  const { services, orgId, load, tally, issues } = summary;
  yield Buffer.from(byteOrderMark + csvLine(["_row", "entityType", "id", "outcome"]));
  for (const number of batches) {
    const batch = await findBatch(services.db, orgId, load.id, number);
    if (batch !== undefined) {
      const outcome = unpackOutcome(batch.outcome);
      tally.addOutcome(outcome);
      const { failures = [] } = outcome;
      tally.add(mainTypeOf(load.configuration), "failed", new Set(failures.map(({ rowNumber }) => rowNumber)).size);
      for (const failure of failures) {
        issues.add(failure);
      }
      yield Buffer.from(linesOf(outcome));
    }
  }
}

/** Each entity is serialized once, however many rows it has. */
function linesOf({ rows, entities }: BatchOutcome): string {
  const ends = entities.map((entity) => csvLine(entity));
  let lines = "";
  for (const { rowNumber, entities: places } of rows) {
    for (const place of places) {
      const end = ends[place];
      lines += end === undefined ? "" : `${rowNumber},${end}`;
    }
  }
  return lines;
}
