import type { PostgresDatabase } from "../../platform/database/database.ts";
import { mergePendingEntries, renewStatisticsIfGrown } from "../model/entity-store.ts";

const delayMs = 500;

/**
 * Merges new entries into the indexes on properties and terms soon after they were written, outside of the write path.
 * Until then, every search reads them one by one. Merging them with each write would cost ten times as much. Also keeps
 * the planner's statistics of a table that is growing.
 */
export class IndexMerger {
  readonly #db: PostgresDatabase;
  /** Those written since the last merge. */
  #orgs = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #merging: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(db: PostgresDatabase) {
    this.#db = db;
  }

  /** Schedules a merge after a write of the org. */
  note(orgId: string): void {
    this.#orgs.add(orgId);
    this.#timer ??= this.#schedule();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#merging;
  }

  #schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#merging = this.#merge();
    }, delayMs).unref();
  }

  async #merge(): Promise<void> {
    const homes = new Map([...this.#orgs].map((orgId) => this.#db.ofOrg(orgId)).map((home) => [home.pool, home]));
    this.#orgs = new Set();
    for (const home of homes.values()) {
      // The database is unavailable or busy. PostgreSQL itself merges when the list grows long.
      await mergePendingEntries(home).catch(() => {});
      await renewStatisticsIfGrown(home).catch(() => {});
    }
    // Writes during the merge may not be part of it.
    this.#timer = this.#orgs.size > 0 && !this.#isClosed ? this.#schedule() : undefined;
  }
}
