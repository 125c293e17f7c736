import type { Caller } from "../access/caller.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { addUses, type CredentialCalls } from "./rate-count-store.ts";

const flushIntervalMs = 10_000;

/**
 * Counts the calls of each credential for the statistics. A call increments a number in memory; all numbers are written
 * together periodically.
 */
export class UseCounter {
  readonly #db: PostgresDatabase;
  readonly #timer: NodeJS.Timeout;
  /** By credential: ids are unique across orgs. */
  #uses = new Map<string, CredentialCalls>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(db: PostgresDatabase) {
    this.#db = db;
    this.#timer = setInterval(() => void this.flush(), flushIntervalMs).unref();
  }

  noteCall(caller: Caller): void {
    this.#useOf(caller.org.id, caller.credential.id).calls += 1;
  }

  /** For a call that was counted and is then rejected. */
  noteRefusal(caller: Caller): void {
    this.#useOf(caller.org.id, caller.credential.id).refused += 1;
  }

  /** Resolves when all counts so far are written, or kept for the next time because writing failed. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #useOf(orgId: string, credentialId: string): CredentialCalls {
    const known = this.#uses.get(credentialId);
    if (known !== undefined) {
      return known;
    }
    const fresh = { orgId, credentialId, calls: 0, refused: 0 };
    this.#uses.set(credentialId, fresh);
    return fresh;
  }

  async #write(): Promise<void> {
    const uses = [...this.#uses.values()];
    if (uses.length === 0) {
      return;
    }
    this.#uses = new Map();
    try {
      await this.#db.transaction((tx) => addUses(tx, uses));
    } catch {
      // The database is unavailable; the counts are kept.
      for (const { orgId, credentialId, calls, refused } of uses) {
        const use = this.#useOf(orgId, credentialId);
        use.calls += calls;
        use.refused += refused;
      }
    }
  }
}
