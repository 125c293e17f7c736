import { type SerializedChanges, serializeChanges } from "../../changes/change-log-store.ts";
import { WaitingChanges } from "../../changes/record-changes.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { JsonbParameter } from "../../platform/database/sql.ts";
import type { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import type { Entity } from "../model/entity.ts";
import type { Draft, WriteRequest, Writer } from "../model/write-request.ts";
import { addSeenTypes } from "./add-seen-types.ts";
import { boundedReads } from "./bounded-reads.ts";
import { type OrgListener, raiseEvents, triggerKeyOf, type WeftEvent } from "./event-listener.ts";
import { lockReadSet, type OutsideKinds } from "./lock-rows-store.ts";
import { type PersistedRows, persistChanges, rowsToWrite, type SerializedRows, writeRows } from "./persist-store.ts";
import { type Planned, planAll, type WriteOptions } from "./plan-all.ts";
import { changesOf, eventsOf, stampAll } from "./planned-steps.ts";
import type { Prefetch, ReadSet } from "./state/known-rows.ts";
import type { Step } from "./state/plan.ts";
import { PlanState } from "./state/plan-state.ts";

/**
 * A write that another one requires, in the same transaction. Declared here, so that the folders above can contribute
 * theirs.
 */
export interface FollowUp {
  /** Whether a request may require it. Such a request is not combined with those of others, which it would delay. */
  mayFollow(draft: Draft): boolean;
  /** Whether a step that was written requires it. */
  isDueAfter(step: Step): boolean;
  /** Returns the entity of the step as it is afterwards. */
  run(write: OpenWrite, entity: Entity, writer: Writer): Promise<Entity>;
}

export interface WriteContext {
  readonly types: TypeTree;
  readonly followUps: readonly FollowUp[];
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

interface AddOptions extends Partial<WriteOptions> {
  /** False: without history and events, for data that the specification requires to be written directly. */
  readonly isRecorded?: boolean;
  readonly prefetch?: Prefetch;
}

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

  /** Runs the work, and records its changes as the last step before the commit. */
  static async run<Result>(
    tx: Transaction,
    orgId: string,
    context: WriteContext,
    work: (write: OpenWrite) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly effects: WriteEffects }> {
    const write = new OpenWrite(tx, orgId, context);
    const result = await work(write);
    return { result, effects: await write.#record() };
  }

  /** Writes a batch of drafts and the work that they trigger. */
  async add(
    requests: readonly WriteRequest[],
    { isAtomic = true, isDryRun = false, isRecorded = true, prefetch }: AddOptions = {},
  ): Promise<readonly Planned[]> {
    const state = new PlanState(this.#context.types);
    const planning = { ...this.#context, state, prefetch, isAtomic, isDryRun };
    const plans = await planAll(boundedReads(this.tx, this.#context.budget), this.orgId, requests, planning);
    const isRefused = isAtomic && plans.some((plan) => "problem" in plan);
    const hasSteps = plans.some((plan) => "steps" in plan && plan.steps.length > 0);
    if (isRefused || isDryRun || !hasSteps) {
      return stampAll(plans, new Date());
    }
    await this.#addSeenTypes(state, requests);
    this.#hasChanges = true;
    const written = stampAll(plans, await persistChanges(this.tx, this.orgId, state));
    if (isRecorded) {
      if (this.#context.listeners.length > 0) {
        await this.raise(eventsOf(written, requests));
      }
      await this.#changes.add(changesOf(written, requests));
      return this.#followUp(written, requests);
    }
    return written;
  }

  async #followUp(written: readonly Planned[], requests: readonly WriteRequest[]): Promise<readonly Planned[]> {
    const results = [...written];
    for (const followUp of this.#context.followUps) {
      for (const [index, plan] of results.entries()) {
        const request = requests[index];
        if (request !== undefined && "steps" in plan && plan.steps.some((step) => followUp.isDueAfter(step))) {
          results[index] = { ...plan, entity: await followUp.run(this, plan.entity, request.writer) };
        }
      }
    }
    return results;
  }

  /**
   * Plans a batch without writing it. Also returns the planned write if it can be stored and written later; entities of
   * the type onlyLookedAt are not part of it.
   */
  async planOnly(
    requests: readonly WriteRequest[],
    onlyLookedAt?: string,
  ): Promise<{ readonly plans: readonly Planned[]; readonly write: PlannedWrite<SerializedRows> | undefined }> {
    const state = new PlanState(this.#context.types);
    const options = { isAtomic: false, isDryRun: true, prefetch: undefined };
    const reads = boundedReads(this.tx, this.#context.budget);
    const plans = await planAll(reads, this.orgId, requests, { ...this.#context, state, ...options });
    const isWanted = (entityType: string) => entityType !== onlyLookedAt;
    return { plans, write: this.#keep(state, plans, requests, isWanted) };
  }

  /** Undefined if the write must be planned again, for example because listeners need entities, not serialized rows. */
  #keep(
    state: PlanState,
    plans: readonly Planned[],
    requests: readonly WriteRequest[],
    isWanted: (entityType: string) => boolean,
  ): PlannedWrite<SerializedRows> | undefined {
    const readSet = state.readSet();
    if (readSet === undefined || plans.some((plan) => "problem" in plan) || this.#hasListener(plans, requests)) {
      return undefined;
    }
    const rows = rowsToWrite(this.orgId, state, isWanted);
    const recorded = changesOf(plans, requests).filter(({ entityType }) => isWanted(entityType));
    return rows && { typesVersion: state.types.version, readSet, rows, changes: serializeChanges(recorded) };
  }

  #hasListener(plans: readonly Planned[], requests: readonly WriteRequest[]): boolean {
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
  async addPlanned({ typesVersion, readSet, rows, changes }: PlannedWrite): Promise<boolean> {
    if (changes.count === 0) {
      return true;
    }
    if (typesVersion !== this.#context.types.version || !(await lockReadSet(this.tx, this.orgId, readSet))) {
      return false;
    }
    await writeRows(this.tx, this.orgId, rows);
    this.#changes.addSerialized(changes);
    this.#hasChanges = true;
    return true;
  }

  /** Raises events other than entity changes, such as a publish. */
  async raise(events: readonly WeftEvent[]): Promise<void> {
    await raiseEvents(this.tx, events, this.#context);
  }

  /** Nothing may block after it. */
  async #record(): Promise<WriteEffects> {
    const hasNewTypes = this.#seenTypes.size > 0;
    if (this.#hasChanges) {
      // Also called with nothing to record: this detects types that have changed meanwhile.
      const { version } = this.#context.types;
      await this.#changes.record({ typesVersion: version, changesTypes: hasNewTypes });
    }
    return { hasChanges: this.#hasChanges, hasNewTypes };
  }

  /** A type that an earlier batch has added is not in the types with which the write started. */
  async #addSeenTypes(state: PlanState, requests: readonly WriteRequest[]): Promise<void> {
    const added = await addSeenTypes(this.tx, this.orgId, state, requests);
    const first = added.filter(({ entityId }) => !this.#seenTypes.has(entityId));
    for (const { entityId } of first) {
      this.#seenTypes.add(entityId);
    }
    await this.#changes.add(first);
  }
}

/**
 * A batch that was planned in a dry run, serialized for the database. It can be stored and written later without
 * planning, as long as nothing that the plan depends on has changed.
 */
export interface PlannedWrite<List = JsonbParameter> {
  readonly typesVersion: number;
  readonly readSet: ReadSet;
  readonly rows: PersistedRows<List>;
  readonly changes: SerializedChanges<List>;
}
