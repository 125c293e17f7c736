import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Caller } from "./caller.ts";
import { type CredentialUse, noteUses } from "./credential-store.ts";

const flushIntervalMs = 30_000;

/** Stores when credentials were last used: in batches from time to time, never during a request. */
export class UseRecorder {
  readonly #db: PostgresDatabase;
  readonly #timer: NodeJS.Timeout;
  #uses = new Map<string, CredentialUse>();

  constructor(db: PostgresDatabase) {
    this.#db = db;
    this.#timer = setInterval(() => void this.#flush(), flushIntervalMs).unref();
  }

  note(caller: Caller): void {
    const { id, type } = caller.credential;
    if (type !== "session") {
      const table = type === "access-token" ? "access_tokens" : "api_keys";
      this.#uses.set(`${table} ${id}`, { table, orgId: caller.org.id, id });
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const uses = [...this.#uses.values()];
    this.#uses = new Map();
    if (uses.length > 0) {
      // If the database is unavailable, one use is not recorded, and the next use corrects it.
      await this.#db.transaction((tx) => noteUses(tx, uses)).catch(() => {});
    }
  }
}
