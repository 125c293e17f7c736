import type { Budget } from "../platform/budgets/budget.ts";
import type { Transaction } from "../platform/database/database.ts";
import { groupBy } from "../platform/group-by.ts";
import type { ChangeRow } from "./change.ts";
import { countSets, findChangesOfSets, type SetCount, type SetHead } from "./change-set-scan-store.ts";
import { isSpread, type NamedSets, placeOfSet } from "./locate-change-set.ts";
import type { ReadableChanges } from "./readable-changes.ts";

/** A set: the counts of all its changes, and its first changes as recorded. */
export interface ChangeSetRows {
  readonly id: string;
  readonly counts: readonly SetCount[];
  readonly rows: readonly ChangeRow[];
  /** False if not all of its changes were counted. */
  readonly isComplete: boolean;
}

interface SetsToRead {
  readonly orgId: string;
  readonly heads: readonly SetHead[];
  readonly names: NamedSets;
  readonly readable: ReadableChanges;
  readonly budget: Budget;
}

// A batch of the largest size with everything that follows from it.
const transactionMax = 30_000;
// Changes of others are between those of a load: these are scanned too.
const spreadMax = 5_000;
const sampleMax = 200;

/** Reads the sets as far as the reader may see them, in the given order. The cost of each set is bounded. */
export async function readChangeSets(tx: Transaction, sets: SetsToRead): Promise<ChangeSetRows[]> {
  const spread = sets.heads.filter(isSpread);
  const together = sets.heads.filter((head) => !isSpread(head));
  const read = [
    ...(await readGroup(tx, { ...sets, heads: together }, transactionMax)),
    ...(await readGroup(tx, { ...sets, heads: spread }, spreadMax)),
  ];
  const byId = new Map(read.map((set) => [set.id, set]));
  return sets.heads.flatMap(({ id }) => byId.get(id) ?? []);
}

async function readGroup(tx: Transaction, sets: SetsToRead, scanMax: number): Promise<ChangeSetRows[]> {
  const { orgId, heads, names, readable, budget } = sets;
  if (heads.length === 0) {
    return [];
  }
  const places = heads.map((head) => placeOfSet(head, names));
  const reading = { orgId, places, readable, scanMax };
  const counts = groupBy(await countSets(tx, reading), ({ id }) => id);
  const { rows } = await findChangesOfSets(tx, reading, { limit: sampleMax, budget });
  const sampled = groupBy(rows, ({ change_set_id }) => change_set_id);
  return heads.map(({ id }) => {
    const counted = counts.get(id) ?? [];
    const scanned = counted.reduce((sum, one) => sum + one.scanned, 0);
    return {
      id,
      counts: counted.filter(({ count }) => count > 0),
      rows: sampled.get(id) ?? [],
      isComplete: scanned < scanMax,
    };
  });
}
