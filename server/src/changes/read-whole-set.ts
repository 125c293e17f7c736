import type { Budget } from "../platform/budgets/budget.ts";
import type { ReadingDatabase } from "../platform/database/replica-reads.ts";
import type { ChangeRow } from "./change.ts";
import { startSnapshot } from "./change-history-store.ts";
import { forceIndexScans } from "./change-scan-store.ts";
import { findChangesOfSets, type SetHead } from "./change-set-scan-store.ts";
import { locateChangeSet, namesOfSets, placeOfSet } from "./locate-change-set.ts";
import type { ReadableChanges } from "./readable-changes.ts";

interface WholeSet {
  /** As far as the reader may see them, in the order of the log. */
  readonly rows: readonly ChangeRow[];
  /** False if the set has more changes than the limit, or than fit into the budget. */
  readonly isComplete: boolean;
}

interface WantedSet {
  readonly orgId: string;
  readonly id: string;
  /** One of its changes, if it is known. */
  readonly head?: SetHead;
  readonly readable: ReadableChanges;
  readonly limit: number;
  readonly budget: Budget;
}

// Before and after the first change: others may have written between those of a named set.
const scanMax = 50_000;

/** All changes of a set. Undefined if the reader may see none. */
export async function readWholeSet(db: ReadingDatabase, wanted: WantedSet): Promise<WholeSet | undefined> {
  const { orgId, id, readable, limit, budget } = wanted;
  return budget.read(() =>
    db.transaction(async (tx) => {
      await startSnapshot(tx);
      await forceIndexScans(tx);
      const names = await namesOfSets(tx, orgId, [id]);
      const head = wanted.head ?? (await locateChangeSet(tx, { orgId, id, readable, budget }, names));
      if (head === undefined) {
        return undefined;
      }
      const reading = { orgId, places: [placeOfSet(head, names)], readable, scanMax };
      const { rows, isCut } = await findChangesOfSets(tx, reading, { limit: limit + 1, budget });
      return { rows: rows.slice(0, limit), isComplete: !isCut && rows.length <= limit };
    }),
  );
}
