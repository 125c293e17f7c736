import { changesTopic } from "../changes/log-watch.ts";
import { StaleTypes } from "../changes/record-changes.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import { Coalescer } from "../platform/database/coalescer.ts";
import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import type { ExpressionEvaluator } from "../platform/expressions/offload/expression-evaluator.ts";
import { Problem } from "../platform/problem.ts";
import type { EventListener } from "./event-listener.ts";
import type { IndexMerger } from "./index-merger.ts";
import { ListenerCatalog } from "./listener-catalog.ts";
import { OpenWrite, type WriteContext, type WriteEffects } from "./open-write.ts";
import type { TypeCatalog } from "./type-catalog.ts";
import { createWriteQuota, openWriteBudget, WriteTooLargeError } from "./write/bounded-reads.ts";
import type { OutsideKinds } from "./write/lock-rows.ts";
import type { WriteOptions } from "./write/plan-all.ts";
import type { WriteRequest, WriteResult } from "./write/write-request.ts";
import { writeEntities } from "./write-entities.ts";

export interface EntityWriterOptions {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly types: TypeCatalog;
  readonly listeners: readonly EventListener[];
  readonly outsideKinds: OutsideKinds;
  readonly expressions: ExpressionEvaluator;
  readonly merger: IndexMerger;
}

/** Further writes in the transaction of a write, such as the response for its idempotency key. */
export type OnWrite = (tx: Transaction, results: readonly WriteResult[]) => Promise<void>;

/** The writes of one transaction. */
export type Work<Result> = (write: OpenWrite) => Promise<Result>;

const attemptsMax = 10;
const windowMax = 256;
// Below this, a second window would make both small, and their cost is mostly that of the commit.
const secondFrom = 16;

/** Runs writes in their own transactions, and retries them on collisions with other writers. */
export class EntityWriter {
  readonly #options: EntityWriterOptions;
  readonly #listeners: ListenerCatalog;
  readonly #coalescer: Coalescer<WriteRequest, WriteResult>;
  readonly #quota = createWriteQuota();

  constructor(options: EntityWriterOptions) {
    this.#options = options;
    this.#listeners = new ListenerCatalog(options.db, options.listeners);
    this.#coalescer = new Coalescer({
      itemsMax: windowMax,
      secondFrom,
      run: (orgId, items) => this.#writeWindow(orgId, items),
    });
  }

  /** Writes one draft. Drafts that arrive while a write of the org is running are combined into the next write. */
  writeOne(orgId: string, request: WriteRequest): Promise<WriteResult> {
    return this.#coalescer.add(orgId, request);
  }

  /** Writes a batch of drafts, with further writes in its transaction. */
  write(
    orgId: string,
    requests: readonly WriteRequest[],
    options: WriteOptions,
    alongside: OnWrite = async () => {},
  ): Promise<readonly WriteResult[]> {
    const db = requests.length > windowMax ? this.#options.db.forLongWork() : this.#options.db;
    return this.#writeOn(db, orgId, async (write) => {
      const results = await write.add(requests, options);
      await alongside(write.tx, results);
      return results;
    });
  }

  /** One transaction with any number of batches. On a collision, the work runs again from the start. */
  writeBatches<Result>(orgId: string, work: Work<Result>): Promise<Result> {
    return this.#writeOn(this.#options.db, orgId, work);
  }

  async #writeOn<Result>(db: PostgresDatabase, orgId: string, work: Work<Result>): Promise<Result> {
    const { result, effects } = await this.#untilDone(orgId, (context) =>
      db.transaction((tx) => writeEntities(tx, orgId, context, work)),
    );
    this.#announce(orgId, effects);
    return result;
  }

  /** The same, but rolls back everything. */
  planBatches<Result>(orgId: string, work: Work<Result>): Promise<Result> {
    const { db } = this.#options;
    return this.#untilDone(orgId, (context) => db.planOnly((tx) => work(new OpenWrite(tx, orgId, context))));
  }

  /**
   * Writes batches within a transaction that has changed the types, planned with the new types. The owner of the
   * transaction retries collisions and notifies other nodes.
   */
  async writeWithin<Result>(tx: Transaction, types: TypeTree, orgId: string, work: Work<Result>): Promise<Result> {
    const listeners = await this.#listeners.listenersWithin(tx, orgId);
    const budget = openWriteBudget(this.#quota, orgId);
    try {
      const { result } = await writeEntities(tx, orgId, { ...this.#options, types, listeners, budget }, work);
      this.#options.merger.note();
      return result;
    } finally {
      budget.close();
    }
  }

  async #untilDone<Result>(orgId: string, attempt: (context: WriteContext) => Promise<Result>): Promise<Result> {
    const budget = openWriteBudget(this.#quota, orgId);
    try {
      return await budget.read(() => this.#untilNoCollision(orgId, (context) => attempt({ ...context, budget })));
    } finally {
      budget.close();
    }
  }

  async #untilNoCollision<Result>(
    orgId: string,
    attempt: (context: Omit<WriteContext, "budget">) => Promise<Result>,
  ): Promise<Result> {
    for (let number = 1; ; number++) {
      try {
        const types = await this.#options.types.typesOf(orgId);
        const listeners = await this.#listeners.listenersOf(orgId, types.version);
        return await attempt({ ...this.#options, types, listeners });
      } catch (error) {
        if (!isCollision(error) || number === attemptsMax) {
          throw isCollision(error) ? busy(error) : error;
        }
        this.#options.types.forget(orgId);
      }
    }
  }

  /** Drafts are planned in sequence, so a window has the same effect as separate writes in that order. */
  async #writeWindow(orgId: string, requests: readonly WriteRequest[]) {
    try {
      const results = await this.write(orgId, requests, { isAtomic: false, isDryRun: false });
      return results.map((value) => ({ value }));
    } catch (error) {
      // Drafts that are too large together are written one by one, as are all drafts after an unexpected error.
      if (!(error instanceof Problem) || (error instanceof WriteTooLargeError && requests.length > 1)) {
        throw error;
      }
      // The connection was lost, perhaps after the commit: no write may be retried.
      return requests.map(() => ({ error }));
    }
  }

  #announce(orgId: string, { hasChanges, hasNewTypes }: WriteEffects): void {
    if (hasNewTypes) {
      this.#options.types.announceChange(orgId);
    }
    if (hasChanges) {
      this.#options.merger.note();
      this.#options.bus.publish(changesTopic, orgId);
    }
  }
}

// Unique violation, deadlock or serialization failure: the next attempt sees what the other writer did.
const collisionStates = new Set(["23505", "40P01", "40001"]);

export function isCollision(error: unknown): boolean {
  const hasState = error instanceof Error && "code" in error && typeof error.code === "string";
  return error instanceof StaleTypes || (hasState && collisionStates.has(String(error.code)));
}

export function busy(cause: unknown): Problem {
  return new Problem("unavailable", "Other requests keep changing the same entities. Retry in a second.", {
    headers: { "retry-after": "1" },
    cause,
  });
}
