import assert from "node:assert";
import type { Transaction } from "../platform/database/database.ts";
import type { ChangeDraft, RecordingOptions } from "./change-draft.ts";
import type { SerializedChanges } from "./change-log-store.ts";
import { recordChanges, recordSerializedChanges, StaleTypes } from "./record-changes.ts";
import { appendWaitingChanges, makeWaitingTable, putAside } from "./waiting-changes-store.ts";

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
  #worded: SerializedChanges | undefined;
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
    assert(this.#kept.length + this.#asideCount === 0 && this.#worded === undefined, "worded changes come alone");
    this.#worded = changes;
  }

  /** The last step of the transaction. */
  async record(options: RecordingOptions): Promise<void> {
    if (this.#worded !== undefined) {
      assert(this.#kept.length + this.#asideCount === 0, "worded changes come alone");
      await recordSerializedChanges(this.#tx, this.#orgId, this.#worded, options);
      return;
    }
    if (this.#asideCount === 0) {
      await recordChanges(this.#tx, this.#orgId, this.#kept, options);
      return;
    }
    await this.#putAside();
    if (!(await appendWaitingChanges(this.#tx, this.#orgId, this.#asideCount, options))) {
      throw new StaleTypes();
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
