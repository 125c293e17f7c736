import type { Database } from "../../platform/database/database.ts";
import { mergePendingEntries } from "../model/entity-store.ts";

const delayMs = 500;

/**
 * Merges new entries into the index on properties soon after they were written, outside of the write path. Until then,
 * every search reads them one by one. Merging them with each write would cost ten times as much.
 */
export class IndexMerger {
  readonly #db: Database;
  #timer: NodeJS.Timeout | undefined;
  #merging: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Schedules a merge after a write. */
  note(): void {
    this.#timer ??= setTimeout(() => {
      this.#merging = this.#merge();
    }, delayMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#merging;
  }

  async #merge(): Promise<void> {
    try {
      await mergePendingEntries(this.#db);
    } catch {
      // The database is unavailable or busy. PostgreSQL itself merges when the list grows long.
    } finally {
      this.#timer = undefined;
    }
  }
}
