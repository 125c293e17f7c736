import type { ChangeDraft } from "../changes/change-draft.ts";
import { serializeChanges } from "../changes/change-log-store.ts";
import { WaitingChanges } from "../changes/waiting-changes.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { ExpressionEvaluator } from "../platform/expressions/offload/expression-evaluator.ts";
import { type OrgListener, raiseEvents, triggerKeyOf, type WeftEvent } from "./event-listener.ts";
import { addSeenTypes } from "./write/add-seen-types.ts";
import { boundedReads } from "./write/bounded-reads.ts";
import { changeOfStep } from "./write/diff-entities.ts";
import type { OutsideKinds } from "./write/lock-rows.ts";
import { persistChanges, rowsToWrite } from "./write/persist-changes.ts";
import { type SerializedRows, writeRows } from "./write/persist-store.ts";
import { type Planned, planAll, type WriteOptions } from "./write/plan-all.ts";
import { lockBasis, type PlannedWrite } from "./write/planned-write.ts";
import { stampPlan } from "./write/stamp-plan.ts";
import type { Prefetch, Step } from "./write/wants.ts";
import { World } from "./write/world.ts";
import type { WriteRequest, WriteResult } from "./write/write-request.ts";

export interface WriteContext {
  readonly types: TypeTree;
  /** The listeners of the org, as of its types. */
  readonly listeners: readonly OrgListener[];
  readonly outsideKinds: OutsideKinds;
  readonly expressions: ExpressionEvaluator;
  /** Bounds the reads of each batch. */
  readonly budget: Budget;
}

/** The effects of a write, for notifications. */
export interface WriteEffects {
  /** False if nothing was written, so that no notification is needed. */
  readonly hasChanges: boolean;
  readonly hasNewTypes: boolean;
}

const allOrNone: WriteOptions = { isAtomic: true, isDryRun: false };

/**
 * A write in progress within a transaction. Batches are planned and written one by one, so a write may exceed the
 * memory; their changes are recorded together at the end.
 */
export class OpenWrite {
  readonly tx: Transaction;
  readonly orgId: string;
  readonly #context: WriteContext;
  readonly #changes: WaitingChanges;
  readonly #seenTypes = new Set<string>();
  #hasChanges = false;

  constructor(tx: Transaction, orgId: string, context: WriteContext) {
    this.tx = tx;
    this.orgId = orgId;
    this.#context = context;
    this.#changes = new WaitingChanges(tx, orgId);
  }

  /** Writes a batch of drafts and the work that they trigger. */
  async add(requests: readonly WriteRequest[], options = allOrNone, foreseen?: Prefetch): Promise<readonly Planned[]> {
    const { plans, isWritten } = await this.#write(requests, options, foreseen);
    if (isWritten) {
      if (this.#context.listeners.length > 0) {
        await this.raise(eventsOf(plans, requests));
      }
      await this.#changes.add(changesOf(plans, requests));
    }
    return plans;
  }

  /**
   * Plans a batch without writing it. Also returns the planned write if it can be stored and written later; entities of
   * the type onlyLookedAt are not part of it.
   */
  async planOnly(
    requests: readonly WriteRequest[],
    onlyLookedAt?: string,
  ): Promise<{ readonly plans: readonly Planned[]; readonly write: PlannedWrite<SerializedRows> | undefined }> {
    const world = new World(this.#context.types);
    const options = { isAtomic: false, isDryRun: true, foreseen: undefined };
    const reads = boundedReads(this.tx, this.#context.budget);
    const plans = await planAll(reads, this.orgId, requests, { ...this.#context, world, ...options });
    const isWanted = (entityType: string) => entityType !== onlyLookedAt;
    return { plans, write: this.#keep(world, plans, requests, isWanted) };
  }

  /** Undefined if the write must be planned again, for example because listeners need entities, not serialized rows. */
  #keep(
    world: World,
    plans: readonly Planned[],
    requests: readonly WriteRequest[],
    isWanted: (entityType: string) => boolean,
  ): PlannedWrite<SerializedRows> | undefined {
    const basis = world.basis();
    if (basis === undefined || plans.some((plan) => "problem" in plan) || this.#isHeard(plans, requests)) {
      return undefined;
    }
    const rows = rowsToWrite(world, isWanted);
    const recorded = changesOf(plans, requests).filter(({ entityType }) => isWanted(entityType));
    return rows && { typesVersion: world.types.version, basis, rows, changes: serializeChanges(recorded) };
  }

  #isHeard(plans: readonly Planned[], requests: readonly WriteRequest[]): boolean {
    const { listeners } = this.#context;
    if (listeners.length === 0) {
      return false;
    }
    const keys = new Set(eventsOf(plans, requests).map(triggerKeyOf));
    return listeners.some((listener) => [...keys].some((key) => listener.hears(key)));
  }

  /**
   * Writes a batch as planned in a dry run. Returns false and writes nothing if something that the plan depends on has
   * changed.
   */
  async addPlanned({ typesVersion, basis, rows, changes }: PlannedWrite): Promise<boolean> {
    if (changes.count === 0) {
      return true;
    }
    if (typesVersion !== this.#context.types.version || !(await lockBasis(this.tx, this.orgId, basis))) {
      return false;
    }
    await writeRows(this.tx, this.orgId, rows);
    this.#changes.addSerialized(changes);
    this.#hasChanges = true;
    return true;
  }

  /** A batch without history and events, for data that the specification requires to be written directly. */
  async addUnrecorded(requests: readonly WriteRequest[], foreseen?: Prefetch): Promise<readonly WriteResult[]> {
    return (await this.#write(requests, allOrNone, foreseen)).plans;
  }

  /** Raises events other than entity changes, such as a publish. */
  async raise(events: readonly WeftEvent[]): Promise<void> {
    await raiseEvents(this.tx, events, this.#context);
  }

  /** The last step before the commit. Nothing may block after it. */
  async record(): Promise<WriteEffects> {
    const hasNewTypes = this.#seenTypes.size > 0;
    if (this.#hasChanges) {
      // Also called with nothing to record: this detects types that have changed meanwhile.
      const { version } = this.#context.types;
      await this.#changes.record({ typesVersion: version, changesTypes: hasNewTypes });
    }
    return { hasChanges: this.#hasChanges, hasNewTypes };
  }

  async #write(requests: readonly WriteRequest[], options: WriteOptions, foreseen: Prefetch | undefined) {
    const world = new World(this.#context.types);
    const reads = boundedReads(this.tx, this.#context.budget);
    const plans = await planAll(reads, this.orgId, requests, { ...this.#context, world, foreseen, ...options });
    const isRefused = options.isAtomic && plans.some((plan) => "problem" in plan);
    const hasSteps = plans.some((plan) => "steps" in plan && plan.steps.length > 0);
    if (isRefused || options.isDryRun || !hasSteps) {
      return { plans: stampAll(plans, new Date()), isWritten: false };
    }
    await this.#addSeenTypes(world, requests);
    this.#hasChanges = true;
    return { plans: stampAll(plans, await persistChanges(this.tx, this.orgId, world)), isWritten: true };
  }

  /** A type that an earlier batch has added is not in the types with which the write started. */
  async #addSeenTypes(world: World, requests: readonly WriteRequest[]): Promise<void> {
    const added = await addSeenTypes(this.tx, this.orgId, world, requests);
    const first = added.filter(({ entityId }) => !this.#seenTypes.has(entityId));
    for (const { entityId } of first) {
      this.#seenTypes.add(entityId);
    }
    await this.#changes.add(first);
  }
}

function stampAll(plans: readonly Planned[], writtenOn: Date): Planned[] {
  return plans.map((plan) => ("problem" in plan ? plan : stampPlan(plan, writtenOn)));
}

function changesOf(plans: readonly Planned[], requests: readonly WriteRequest[]): ChangeDraft[] {
  return plans.flatMap((plan, index) => {
    const request = requests[index];
    return "problem" in plan || request === undefined
      ? []
      : plan.steps.flatMap((step) => changeOfStep(step, request.writer));
  });
}

function eventsOf(plans: readonly Planned[], requests: readonly WriteRequest[]): WeftEvent[] {
  return plans.flatMap((plan, index) => {
    const author = requests[index]?.writer.author;
    return "problem" in plan || author === undefined
      ? []
      : plan.steps.map((step): WeftEvent => ({ kind: eventKindOf(step), ...step, author }));
  });
}

function eventKindOf({ before, after }: Step): "created" | "updated" | "deleted" {
  if (after === undefined) {
    return "deleted";
  }
  return before === undefined ? "created" : "updated";
}
