import assert from "node:assert";
import { getHeapStatistics } from "node:v8";
import { changesTopic } from "../../changes/log-watch.ts";
import { StaleTypesError } from "../../changes/record-changes.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import { Budget } from "../../platform/budgets/budget.ts";
import { ByteQuota } from "../../platform/budgets/byte-quota.ts";
import { Coalescer } from "../../platform/database/coalescer.ts";
import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { errorCodeOf } from "../../platform/error-code.ts";
import { unavailable } from "../../platform/errors.ts";
import type { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import { Problem } from "../../platform/problem.ts";
import type { TypeCatalog } from "../model/type-catalog.ts";
import type { WriteRequest, WriteResult } from "../model/write-request.ts";
import { type EventListener, ListenerCatalog } from "./event-listener.ts";
import type { IndexMerger } from "./index-merger.ts";
import type { OutsideKinds } from "./lock-rows-store.ts";
import { type FollowUp, OpenWrite, type WriteContext, type WriteEffects, WriteTooLargeError } from "./open-write.ts";
import { RowsMovedError } from "./persist-store.ts";

interface EntityWriterOptions {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly types: TypeCatalog;
  readonly listeners: readonly EventListener[];
  readonly followUps: readonly FollowUp[];
  readonly outsideKinds: OutsideKinds;
  readonly expressions: ExpressionEvaluator;
  readonly merger: IndexMerger;
}

/** The writes of one transaction. On a collision with another writer it runs again from the start. */
export type Work<Result> = (write: OpenWrite) => Promise<Result>;

interface RunOptions {
  /** Rolls back everything at the end. */
  readonly isDryRun?: boolean;
  /** The statements of a write with many drafts may take longer. */
  readonly draftCount?: number;
  readonly within?: Within;
}

/**
 * A transaction that has changed the types, and the new types. Its owner retries collisions and notifies other nodes.
 */
interface Within {
  readonly tx: Transaction;
  readonly types: TypeTree;
}

const attemptsMax = 10;
const windowMax = 256;
// Below this, a second window would make both small, and their cost is mostly that of the commit.
const secondFrom = 16;

/**
 * The only write path, used by every entry point of the product: writeOne for a single draft, run for everything else.
 * Drafts are read and locked, planned in memory in sequence, and written with the work that they trigger.
 */
export class EntityWriter {
  readonly #options: EntityWriterOptions;
  readonly #listeners: ListenerCatalog;
  readonly #coalescer: Coalescer<WriteRequest, WriteResult>;
  readonly #quota = createWriteQuota();

  constructor(options: EntityWriterOptions) {
    this.#options = options;
    this.#listeners = new ListenerCatalog(options.db, options.listeners);
    this.#coalescer = new Coalescer<WriteRequest, WriteResult>({
      itemsMax: windowMax,
      secondFrom,
      run: (orgId, items) => this.#writeWindow(orgId, items),
    });
  }

  /** Writes one draft. Drafts that arrive while a write of the org is running are combined into the next write. */
  async writeOne(orgId: string, request: WriteRequest): Promise<WriteResult> {
    const isAlone = this.#options.followUps.some((followUp) => followUp.mayFollow(request.draft));
    if (!isAlone) {
      return this.#coalescer.add(orgId, request);
    }
    const [result] = await this.run(orgId, (write) => write.add([request]));
    assert(result !== undefined, "a write without a result");
    return result;
  }

  /** Drafts are planned in sequence, so a window has the same effect as separate writes in that order. */
  async #writeWindow(orgId: string, requests: readonly WriteRequest[]) {
    try {
      const results = await this.run(orgId, (write) => write.add(requests, { isAtomic: false }));
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

  /** Runs writes in one transaction, with any number of batches and other statements. */
  async run<Result>(orgId: string, work: Work<Result>, options: RunOptions = {}): Promise<Result> {
    const { isDryRun = false, draftCount = 1, within } = options;
    const shared = this.#options.db.ofOrg(orgId);
    const db = draftCount > windowMax ? shared.forLongWork() : shared;
    const budget = new Budget({ bytesMax: this.#quota.bytesMaxOfTenant, quota: this.#quota, tenant: orgId });
    try {
      if (within !== undefined) {
        return await this.#runWithin(within, orgId, budget, work);
      }
      if (isDryRun) {
        return await this.#untilNoCollision(orgId, budget, (context) =>
          db.planOnly((tx) => work(new OpenWrite(tx, orgId, context))),
        );
      }
      const { result, effects } = await this.#untilNoCollision(orgId, budget, (context) =>
        db.transaction((tx) => OpenWrite.run(tx, orgId, context, work)),
      );
      this.#announce(orgId, effects);
      return result;
    } finally {
      budget.close();
    }
  }

  async #runWithin<Result>({ tx, types }: Within, orgId: string, budget: Budget, work: Work<Result>): Promise<Result> {
    const listeners = await this.#listeners.listenersWithin(tx, orgId);
    const { result } = await OpenWrite.run(tx, orgId, { ...this.#options, types, listeners, budget }, work);
    this.#options.merger.note(orgId);
    return result;
  }

  #untilNoCollision<Result>(
    orgId: string,
    budget: Budget,
    attempt: (context: WriteContext) => Promise<Result>,
  ): Promise<Result> {
    return budget.read(async () => {
      for (let number = 1; ; number++) {
        try {
          const types = await this.#options.types.typesOf(orgId);
          const listeners = await this.#listeners.listenersOf(orgId, types.version);
          return await attempt({ ...this.#options, types, listeners, budget });
        } catch (error) {
          if (!isCollision(error) || number === attemptsMax) {
            throw isCollision(error) ? busy(error) : error;
          }
          this.#options.types.forget(orgId);
        }
      }
    });
  }

  #announce(orgId: string, { hasChanges, hasNewTypes }: WriteEffects): void {
    if (hasNewTypes) {
      this.#options.types.announceChange(orgId);
    }
    if (hasChanges) {
      this.#options.merger.note(orgId);
      this.#options.bus.publish(changesTopic, orgId);
    }
  }
}

// Unique violation, deadlock or serialization failure: the next attempt sees what the other writer did.
const collisionStates = new Set(["23505", "40P01", "40001"]);

export function isCollision(error: unknown): boolean {
  const isRepeatable = error instanceof StaleTypesError || error instanceof RowsMovedError;
  return isRepeatable || collisionStates.has(errorCodeOf(error));
}

export function busy(cause: unknown): Problem {
  return unavailable("Other requests keep changing the same entities. Retry in a second.", {
    retryAfterSeconds: 1,
    cause,
  });
}

const waitMsMax = 10_000;

/** How much entity data the plans of this thread may hold. Each byte takes several in memory. */
function createWriteQuota(): ByteQuota {
  const bytesMax = Math.floor(getHeapStatistics().heap_size_limit / 8);
  return new ByteQuota({ bytesMax, waitMsMax, purpose: "other large writes" });
}
