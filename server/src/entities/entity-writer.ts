import { changesTopic } from "../changes/log-watch.ts";
import { StaleTypes } from "../changes/record-changes.ts";
import { Coalescer } from "../platform/database/coalescer.ts";
import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { Problem } from "../platform/problem.ts";
import type { EventListener } from "./event-listener.ts";
import type { IndexMerger } from "./index-merger.ts";
import type { TypeCatalog } from "./type-catalog.ts";
import type { OutsideKinds } from "./write/lock-rows.ts";
import type { WriteRequest, WriteResult } from "./write/write-request.ts";
import { type WriteOptions, type Written, writeEntities } from "./write-entities.ts";

export interface EntityWriterOptions {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly types: TypeCatalog;
  readonly listeners: readonly EventListener[];
  readonly outsideKinds: OutsideKinds;
  readonly merger: IndexMerger;
}

/** What else belongs into the transaction of a write, such as the answer to its idempotency key. */
export type Alongside = (tx: Transaction, results: readonly WriteResult[]) => Promise<void>;

const attemptsMax = 10;
const windowMax = 256;
// A second window for fewer would make both small: their cost is mostly that of the commit.
const secondFrom = 16;

/** Runs writes in transactions of their own, and again when another writer came in between. */
export class EntityWriter {
  readonly #options: EntityWriterOptions;
  readonly #coalescer: Coalescer<WriteRequest, WriteResult>;

  constructor(options: EntityWriterOptions) {
    this.#options = options;
    this.#coalescer = new Coalescer({
      itemsMax: windowMax,
      secondFrom,
      run: (orgId, items) => this.#writeWindow(orgId, items),
    });
  }

  /** Writes one draft; those that come while a write of the org runs are written together by the next. */
  writeOne(orgId: string, request: WriteRequest): Promise<WriteResult> {
    return this.#coalescer.add(orgId, request);
  }

  async write(
    orgId: string,
    requests: readonly WriteRequest[],
    options: WriteOptions,
    alongside: Alongside = async () => {},
  ): Promise<readonly WriteResult[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const written = await this.#writeOnce(orgId, requests, options, alongside);
        this.#announce(orgId, written);
        return written.results;
      } catch (error) {
        if (!isCollision(error) || attempt === attemptsMax) {
          throw isCollision(error) ? busy(error) : error;
        }
        this.#options.types.forget(orgId);
      }
    }
  }

  /** Drafts are planned one upon the other, so they meet in a window as if they had come one after the other. */
  async #writeWindow(orgId: string, requests: readonly WriteRequest[]) {
    try {
      const results = await this.write(orgId, requests, { isAtomic: false, isRehearsal: false });
      return results.map((value) => ({ value }));
    } catch (error) {
      if (!(error instanceof Problem)) {
        throw error;
      }
      // The database is away, perhaps after it has committed: nobody's write may be run again.
      return requests.map(() => ({ error }));
    }
  }

  async #writeOnce(
    orgId: string,
    requests: readonly WriteRequest[],
    options: WriteOptions,
    alongside: Alongside,
  ): Promise<Written> {
    const { db, listeners, outsideKinds } = this.#options;
    const types = await this.#options.types.typesOf(orgId);
    return db.transaction(async (tx) => {
      const written = await writeEntities(tx, orgId, requests, { types, listeners, outsideKinds, ...options });
      await alongside(tx, written.results);
      return written;
    });
  }

  #announce(orgId: string, { hasChanges, hasNewTypes }: Written): void {
    if (hasNewTypes) {
      this.#options.types.announceChange(orgId);
    }
    if (hasChanges) {
      this.#options.merger.note();
      this.#options.bus.publish(changesTopic, orgId);
    }
  }
}

// A unique value taken, a deadlock, or a serialization failure: the next attempt sees what the other writer did.
const collisionStates = new Set(["23505", "40P01", "40001"]);

function isCollision(error: unknown): boolean {
  const hasState = error instanceof Error && "code" in error && typeof error.code === "string";
  return error instanceof StaleTypes || (hasState && collisionStates.has(String(error.code)));
}

function busy(cause: unknown): Problem {
  return new Problem("unavailable", "Others keep changing the same entities. Retry in a second.", {
    headers: { "retry-after": "1" },
    cause,
  });
}
