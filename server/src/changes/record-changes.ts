import assert from "node:assert";
import type { Transaction } from "../platform/database/database.ts";
import { jsonList } from "../platform/database/sql.ts";
import type { Author, ChangeDraft, RecordingOptions } from "./change.ts";
import {
  appendChanges,
  appendWaitingChanges,
  makeWaitingTable,
  putAside,
  type Recorded,
  type SerializedChanges,
  serializeChanges,
} from "./change-log-store.ts";

/** Thrown when the org's types have changed since the write was planned. Nothing may be committed; plan again. */
export class StaleTypesError extends Error {
  constructor() {
    super("the types of the org have changed while a write was planned with the old ones");
    this.name = "StaleTypesError";
  }
}

/** How the changes of a kind of entity are recorded. */
export interface ChangeFormat<State> {
  subjectOf(state: State): Pick<ChangeDraft, "entityType" | "entityId" | "typePath" | "projectId" | "federatedId">;
  stateAsText(state: State): string;
  diffsOf(before: State, after: State): object;
}

/** The change from one state to the next. Absent for a create or a delete: the state before or after. */
export function changeOfStep<State extends { readonly version: number }>(
  { before, after }: { readonly before: State | undefined; readonly after: State | undefined },
  author: Author,
  { subjectOf, stateAsText, diffsOf }: ChangeFormat<State>,
): ChangeDraft[] {
  const state = after ?? before;
  if (state === undefined) {
    return [];
  }
  const common = { ...subjectOf(state), author };
  if (before === undefined || after === undefined) {
    const action = after === undefined ? "delete" : "create";
    // A deletion has its own version, so that versions rise along the log.
    const entityVersion = after === undefined ? state.version + 1 : state.version;
    return [{ ...common, action, entityVersion, diffs: stateAsText(state) }];
  }
  return [{ ...common, action: "update", entityVersion: after.version, diffs: JSON.stringify(diffsOf(before, after)) }];
}

/**
 * Numbers and stamps the changes in the given order, as the last step of a writing transaction. It locks the org's feed
 * row until the commit, so the log is in commit order. Nothing may block after it.
 */
export async function recordChanges(
  tx: Transaction,
  orgId: string,
  changes: readonly ChangeDraft[],
  options: RecordingOptions,
): Promise<Recorded> {
  const { count, rows } = serializeChanges(changes);
  return recordSerializedChanges(tx, orgId, { count, rows: jsonList(rows) }, options);
}

/** The same for changes that are already serialized. */
async function recordSerializedChanges(
  tx: Transaction,
  orgId: string,
  changes: SerializedChanges,
  options: RecordingOptions,
): Promise<Recorded> {
  const recorded = await appendChanges(tx, orgId, changes, options);
  if (recorded === undefined) {
    throw new StaleTypesError();
  }
  return recorded;
}

// Up to this many changes are recorded from memory, as nearly all writes are. Larger writes use a temporary table.
const keptInMemoryMax = 5_000;

/**
 * The changes of a transaction that writes in several batches. They wait here until the end, because recording locks
 * the org's feed row and blocks every other writer of the org until the commit.
 */
export class WaitingChanges {
  readonly #tx: Transaction;
  readonly #orgId: string;
  #kept: ChangeDraft[] = [];
  #serialized: SerializedChanges | undefined;
  #asideCount = 0;

  constructor(tx: Transaction, orgId: string) {
    this.#tx = tx;
    this.#orgId = orgId;
  }

  async add(changes: readonly ChangeDraft[]): Promise<void> {
    this.#kept = this.#kept.length === 0 ? [...changes] : [...this.#kept, ...changes];
    if (this.#kept.length > keptInMemoryMax) {
      await this.#putAside();
    }
  }

  /** Adds changes that are already serialized. They are the only changes of their transaction. */
  addSerialized(changes: SerializedChanges): void {
    assert(
      this.#kept.length + this.#asideCount === 0 && this.#serialized === undefined,
      "serialized changes come alone",
    );
    this.#serialized = changes;
  }

  /** The last step of the transaction. */
  async record(options: RecordingOptions): Promise<void> {
    if (this.#serialized !== undefined) {
      assert(this.#kept.length + this.#asideCount === 0, "serialized changes come alone");
      await recordSerializedChanges(this.#tx, this.#orgId, this.#serialized, options);
      return;
    }
    if (this.#asideCount === 0) {
      await recordChanges(this.#tx, this.#orgId, this.#kept, options);
      return;
    }
    await this.#putAside();
    if (!(await appendWaitingChanges(this.#tx, this.#orgId, this.#asideCount, options))) {
      throw new StaleTypesError();
    }
  }

  async #putAside(): Promise<void> {
    if (this.#asideCount === 0) {
      await makeWaitingTable(this.#tx);
    }
    await putAside(this.#tx, this.#asideCount, this.#kept);
    this.#asideCount += this.#kept.length;
    this.#kept = [];
  }
}
