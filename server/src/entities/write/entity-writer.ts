import assert from "node:assert";
import { getHeapStatistics } from "node:v8";
import { LRUCache } from "lru-cache";
import { changesTopic } from "../../changes/log-watch.ts";
import { StaleTypesError } from "../../changes/record-changes.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import { Budget } from "../../platform/budgets/budget.ts";
import { ByteQuota } from "../../platform/budgets/byte-quota.ts";
import { Coalescer, type Outcome } from "../../platform/database/coalescer.ts";
import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { errorCodeOf } from "../../platform/error-code.ts";
import { unavailable } from "../../platform/errors.ts";
import type { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import { Problem } from "../../platform/problem.ts";
import type { TypeCatalog } from "../model/type-catalog.ts";
import type { WriteRequest, WriteResult } from "../model/write-request.ts";
import { WriteTooLargeError } from "./bounded-reads.ts";
import { type EventListener, ListenerCatalog } from "./event-listener.ts";
import type { IndexMerger } from "./index-merger.ts";
import type { OutsideKinds } from "./lock-rows-store.ts";
import { type FollowUp, OpenWrite, type WriteContext, type WriteEffects } from "./open-write.ts";
import { RowsMovedError } from "./persist-store.ts";
import { HeldUpError, type OrgWindow, writeWindowsTogether } from "./write-together.ts";

interface EntityWriterOptions {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly types: TypeCatalog;
  readonly listeners: readonly EventListener[];
  readonly followUps: readonly FollowUp[];
  readonly outsideKinds: OutsideKinds;
  readonly expressions: ExpressionEvaluator;
  readonly merger: IndexMerger;
  /** Whether rows of organizations are on several servers: a transaction then writes those of one only. */
  readonly isDistributed: () => Promise<boolean>;
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

type WindowOutcome = readonly Outcome<WriteResult>[];

const noResults: ReadonlyMap<string, WindowOutcome> = new Map();

const attemptsMax = 10;
const windowMax = 256;
// Below this, a second window would make both small, and their cost is mostly that of the commit.
const secondFrom = 16;
// Larger windows share the cost of a transaction among themselves.
const sharedMax = 8;
const orgsMax = 64;
const lockTimeoutMs = 50;
const waitMsForOthers = 5;
const aloneForMs = 5_000;

/**
 * The only write path, used by every entry point of the product: writeOne for a single draft, run for everything else.
 * Drafts are read and locked, planned in memory in sequence, and written with the work that they trigger.
 */
export class EntityWriter {
  readonly #options: EntityWriterOptions;
  readonly #listeners: ListenerCatalog;
  readonly #coalescer: Coalescer<WriteRequest, WriteResult>;
  readonly #together: Coalescer<OrgWindow, WindowOutcome | undefined>;
  /** Organizations that have kept others waiting lately. */
  readonly #alone = new LRUCache<string, true>({ max: 10_000, ttl: aloneForMs });
  readonly #quota = createWriteQuota();

  constructor(options: EntityWriterOptions) {
    this.#options = options;
    this.#listeners = new ListenerCatalog(options.db, options.listeners);
    this.#coalescer = new Coalescer<WriteRequest, WriteResult>({
      itemsMax: windowMax,
      secondFrom,
      run: (orgId, requests) => this.#writeWindow({ orgId, requests }),
    });
    this.#together = new Coalescer<OrgWindow, WindowOutcome | undefined>({
      itemsMax: orgsMax,
      secondFrom: 2,
      patienceMs: waitMsForOthers,
      run: (_, windows) => this.#writeTogether(windows),
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

  /** Small windows of several organizations share a transaction. */
  async #writeWindow(window: OrgWindow): Promise<WindowOutcome> {
    const shared = (await this.#mayShare(window)) ? await this.#together.add("", window) : undefined;
    return shared ?? this.#writeAlone(window);
  }

  /** Only quick writes share a transaction, because each waits for the others. */
  async #mayShare({ orgId, requests }: OrgWindow): Promise<boolean> {
    if (requests.length > sharedMax || this.#alone.has(orgId) || requests.some(({ draft }) => draft.op === "delete")) {
      return false;
    }
    const { listeners } = await this.#orgOf(orgId);
    return listeners.length === 0 && !(await this.#options.isDistributed());
  }

  /** Undefined for windows that each writes alone afterwards, so that none waits for another one. */
  async #writeTogether(windows: readonly OrgWindow[]): Promise<readonly Outcome<WindowOutcome | undefined>[]> {
    const [first, ...others] = windows;
    if (first !== undefined && others.length === 0) {
      return [{ value: await this.#writeAlone(first) }];
    }
    const written = await this.#tryTogether(windows);
    return windows.map(({ orgId }) => ({ value: written.get(orgId) }));
  }

  /** The outcomes of the windows that were written. If one fails, none is written. */
  async #tryTogether(windows: readonly OrgWindow[]): Promise<ReadonlyMap<string, WindowOutcome>> {
    const budgets: Budget[] = [];
    try {
      const opened = await Promise.all(
        windows.map(async (window) => {
          const budget = this.#openBudget(window.orgId);
          budgets.push(budget);
          return { ...window, context: { ...this.#options, ...(await this.#orgOf(window.orgId)), budget } };
        }),
      );
      const written = await this.#options.db.transaction((tx) => writeWindowsTogether(tx, opened), { lockTimeoutMs });
      for (const [orgId, { hasChanges }] of written) {
        this.#announce(orgId, { hasChanges, hasNewTypes: false });
      }
      return new Map([...written].map(([orgId, { results }]) => [orgId, results.map((value) => ({ value }))]));
    } catch (error) {
      if (error instanceof Problem && error.code === "outcome-unknown") {
        return new Map(windows.map(({ orgId, requests }) => [orgId, requests.map(() => ({ error }))]));
      }
      for (const orgId of error instanceof HeldUpError ? error.orgIds : []) {
        this.#options.types.forget(orgId);
        this.#alone.set(orgId, true);
      }
      return noResults;
    } finally {
      for (const budget of budgets) {
        budget.close();
      }
    }
  }

  /** Drafts are planned in sequence, so a window has the same effect as separate writes in that order. */
  async #writeAlone({ orgId, requests }: OrgWindow): Promise<WindowOutcome> {
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
    const budget = this.#openBudget(orgId);
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
          return await attempt({ ...this.#options, ...(await this.#orgOf(orgId)), budget });
        } catch (error) {
          if (!isCollision(error) || number === attemptsMax) {
            throw isCollision(error) ? busy(error) : error;
          }
          this.#options.types.forget(orgId);
        }
      }
    });
  }

  async #orgOf(orgId: string): Promise<Pick<WriteContext, "types" | "listeners">> {
    const types = await this.#options.types.typesOf(orgId);
    return { types, listeners: await this.#listeners.listenersOf(orgId, types.version) };
  }

  #openBudget(orgId: string): Budget {
    return new Budget({ bytesMax: this.#quota.bytesMaxOfTenant, quota: this.#quota, tenant: orgId });
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
