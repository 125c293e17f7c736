import type { Budget } from "../platform/budgets/budget.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isGeneratedId, timeOfId } from "../platform/ids.ts";
import { positionOf } from "./change.ts";
import { everyChange } from "./change-criteria.ts";
import { logBeginning, type Position } from "./change-cursor.ts";
import { findLogEnd } from "./change-history-store.ts";
import { conditionOf, findScanned, type Scan } from "./change-scan-store.ts";
import type { SetHead, SetPlace } from "./change-set-scan-store.ts";
import { findNamedSets, type NamedSet } from "./change-set-store.ts";
import type { ReadableChanges } from "./readable-changes.ts";

/** The names of the sets that have one, by id. */
export type NamedSets = ReadonlyMap<string, NamedSet>;

export async function namesOfSets(db: Database, orgId: string, ids: readonly string[]): Promise<NamedSets> {
  const named = ids.filter((id) => !isGeneratedId(id));
  const found = named.length === 0 ? [] : await findNamedSets(db, orgId, named);
  return new Map(found.map((set) => [set.id, set]));
}

// The clocks of the nodes, which make ids, and of the log may differ slightly.
const clockDriftMs = 5_000;
// A name is noted when a request starts; its changes are stamped when it commits.
const requestMs = 600_000;

/** No change of the set is older than this time, in milliseconds. */
export function startOfSet(id: string, names: NamedSets): number {
  const start = isGeneratedId(id) ? timeOfId(id) : (names.get(id)?.createdOn.getTime() ?? 0);
  return Math.max(0, start - clockDriftMs);
}

/** Whether the changes of the set may be of several transactions, with changes of others between them. */
export function isSpread({ id, source }: Pick<SetHead, "id" | "source">): boolean {
  return !isGeneratedId(id) || source === "loader" || source === "workflow";
}

/** Where the changes of a set can be, given one of them. */
export function placeOfSet(head: SetHead, names: NamedSets): SetPlace {
  const { id, position } = head;
  if (!isSpread(head)) {
    const stamp = new Date(position.stamp);
    return { id, position, from: stamp, to: stamp };
  }
  const lastUsedOn = names.get(id)?.lastUsedOn;
  const to = lastUsedOn === undefined ? endOfTimes : new Date(lastUsedOn.getTime() + requestMs);
  return { id, position, from: new Date(startOfSet(id, names)), to };
}

const endOfTimes = new Date("9999-12-31T00:00:00.000Z");

// A load may wait long before it starts, while others write.
const scanMax = 100_000;

interface Wanted {
  readonly orgId: string;
  readonly id: string;
  readonly readable: ReadableChanges;
  readonly budget: Budget;
}

/** Finds the first change of a set that the reader may see. */
export async function locateChangeSet(
  tx: Transaction,
  { orgId, id, readable, budget }: Wanted,
  names: NamedSets,
): Promise<SetHead | undefined> {
  const end = await findLogEnd(tx, orgId);
  const from: Position = { ...logBeginning, stamp: startOfSet(id, names) };
  const scan: Scan = { orgId, index: { by: "log" }, range: { after: from, until: end }, direction: "asc" };
  const condition = conditionOf({ ...everyChange, changeSetId: id }, readable);
  const { rows } = await findScanned(tx, scan, condition, { scanMax, limit: 1, budget });
  const [first] = rows;
  return first === undefined ? undefined : { id, source: first.source, position: positionOf(first) };
}
