import type { ResolvedType, TypeTree } from "../../../entity-types/type-tree.ts";
import { newId } from "../../../platform/ids.ts";
import type { Entity } from "../../model/entity.ts";
import {
  type Address,
  type DataNeeds,
  type FederatedAddress,
  FormulaValues,
  KnownRows,
  missingData,
  noDataNeeds,
  type Prefetch,
  type ReadSet,
  type Referral,
  type RowLock,
  refersTo,
  rowLocks,
  SequenceNumbers,
  textOfReferral,
} from "./known-rows.ts";
import { keyOf, Plan, type Step, textOfUniqueKey, type UniqueKey } from "./plan.ts";

/**
 * The data that a write has loaded, and what it has planned so far. Planning is synchronous code on top of it: missing
 * data is noted, loaded together for all drafts, and planning starts again.
 */
export class PlanState {
  readonly types: TypeTree;
  readonly dataNeeds: DataNeeds = noDataNeeds();
  readonly formulas = new FormulaValues();
  readonly numbers = new SequenceNumbers(this.dataNeeds.numbers);
  readonly plan = new Plan();
  readonly #known = new KnownRows();
  readonly #idsByFederatedId = new Map<string, string | undefined>();
  readonly #outside = new Map<string, boolean>();
  readonly #holders = new Map<string, string | undefined>();
  readonly #referrers = new Map<string, readonly string[]>();
  readonly #madeIds = new Map<string | number, string>();
  readonly #resolvedTypes = new Map<string, ResolvedType>();

  constructor(types: TypeTree) {
    this.types = types;
  }

  /** The type from the tree. Also caches undefined paths, because each draft of a batch may name one. */
  typeAt(typePath: string): ResolvedType {
    const type = this.#resolvedTypes.get(typePath) ?? this.types.typeAt(typePath);
    this.#resolvedTypes.set(typePath, type);
    return type;
  }

  /** An id for an entity that the plan creates. The same id in each pass. */
  makeId(purpose: string | number): string {
    const id = this.#madeIds.get(purpose) ?? newId();
    this.#madeIds.set(purpose, id);
    return id;
  }

  /** Requests data that drafts will need. */
  prefetch({ byFederatedId = [], holders = [], ...rows }: Prefetch): void {
    for (const lock of rowLocks) {
      for (const address of rows[lock] ?? []) {
        this.dataNeeds[lock].set(keyOf(address.entityType, address.id), address);
      }
    }
    for (const address of byFederatedId) {
      this.dataNeeds.byFederatedId.set(keyOf(address.entityType, address.federatedId), address);
    }
    for (const key of holders) {
      this.dataNeeds.holders.set(textOfUniqueKey(key), key);
    }
  }

  isMissingData(): boolean {
    return this.formulas.isMissingData() || this.needsRows();
  }

  needsRows(): boolean {
    return Object.values(this.dataNeeds).some((needed) => needed.size > 0);
  }

  /** Numbers are taken last, when everything else is loaded and locked. */
  needsOnlyNumbers(): boolean {
    const { numbers: _, ...others } = this.dataNeeds;
    return !this.formulas.isMissingData() && Object.values(others).every((needed) => needed.size === 0);
  }

  /** The entity, locked against updates and deletes, but not against new references. */
  forNoKeyUpdate(entityType: string, id: string): Entity | undefined {
    const key = keyOf(entityType, id);
    if (!this.#known.hasLock(key, "for no key update") && !this.plan.has(key)) {
      this.dataNeeds["for no key update"].set(key, { entityType, id });
      throw missingData;
    }
    return this.current(key);
  }

  /** Those that exist, locked as below. All that are not known are requested at once. */
  allByFederatedIds(entityType: string, federatedIds: readonly string[]): readonly Entity[] {
    const unknown = federatedIds.filter((one) => !this.#isLookedUp(keyOf(entityType, one)));
    for (const one of unknown) {
      this.dataNeeds.byFederatedId.set(keyOf(entityType, one), { entityType, federatedId: one });
    }
    if (unknown.length > 0) {
      throw missingData;
    }
    return federatedIds.flatMap((one) => this.forNoKeyUpdateByFederatedId(entityType, one) ?? []);
  }

  #isLookedUp(key: string): boolean {
    return this.plan.hasFederatedId(key) || this.#idsByFederatedId.has(key);
  }

  forNoKeyUpdateByFederatedId(entityType: string, federatedId: string): Entity | undefined {
    const address = { entityType, federatedId };
    if (!this.#isFederatedIdKnown(address, "for no key update")) {
      this.dataNeeds.byFederatedId.set(keyOf(entityType, federatedId), address);
      throw missingData;
    }
    return this.#atFederatedId(address);
  }

  /** The entities that fields refer to by federatedId, locked against deletes until the commit. */
  forKeyShareByFederatedId(asked: readonly FederatedAddress[]): (Entity | undefined)[] {
    const missing = asked.filter((address) => !this.#isFederatedIdKnown(address, "for key share"));
    for (const address of missing) {
      this.dataNeeds.referredByFederatedId.set(keyOf(address.entityType, address.federatedId), address);
    }
    if (missing.length > 0) {
      throw missingData;
    }
    return asked.map((address) => this.#atFederatedId(address));
  }

  /** Before a delete or move: waits for transactions that add references, so that they are found as referrers. */
  forUpdate({ entityType, id }: Entity): void {
    const key = keyOf(entityType, id);
    const isMadeHere = this.plan.has(key) && this.#known.entity(key) === undefined;
    if (!isMadeHere && !this.#known.hasLock(key, "for update")) {
      this.dataNeeds["for update"].set(key, { entityType, id });
      throw missingData;
    }
  }

  /** The entities, locked against deletes until the commit. Others may update them meanwhile. */
  forKeyShare(asked: readonly Address[]): (Entity | undefined)[] {
    return this.#findAll(asked, "for key share");
  }

  /** The entities, locked against updates as well, because the result depends on their values. */
  forShare(asked: readonly Address[]): (Entity | undefined)[] {
    return this.#findAll(asked, "for share");
  }

  /** Whether each of these exists in its own table. */
  existsOutside(asked: readonly Address[]): boolean[] {
    const missing = asked.filter(({ entityType, id }) => !this.#outside.has(keyOf(entityType, id)));
    for (const address of missing) {
      this.dataNeeds.outside.set(keyOf(address.entityType, address.id), address);
    }
    if (missing.length > 0) {
      throw missingData;
    }
    return asked.map(({ entityType, id }) => this.#outside.get(keyOf(entityType, id)) === true);
  }

  /** The ids of the entities that hold each of the keys. */
  holdersOf(keys: readonly UniqueKey[]): (string | undefined)[] {
    let isMissing = false;
    const found = keys.map((uniqueKey) => {
      const key = textOfUniqueKey(uniqueKey);
      const planned = this.plan.holder(key);
      if (planned?.id !== undefined) {
        return planned.id;
      }
      if (!this.#holders.has(key)) {
        this.dataNeeds.holders.set(key, uniqueKey);
        isMissing = true;
      }
      const stored = this.#holders.get(key);
      return stored !== undefined && planned?.givenUpBy.includes(stored) ? undefined : stored;
    });
    if (isMissing) {
      throw missingData;
    }
    return found;
  }

  /** The stored entities that refer to an entity in one of these ways, each locked. */
  referrersOf(referrals: readonly Referral[]): Entity[][] {
    const missing = referrals.filter((referral) => !this.#referrers.has(textOfReferral(referral)));
    for (const referral of missing) {
      this.dataNeeds.referrers.set(textOfReferral(referral), referral);
    }
    if (missing.length > 0) {
      throw missingData;
    }
    return referrals.map((referral) => {
      const stored = this.#referrers.get(textOfReferral(referral)) ?? [];
      const ids = new Set([...stored, ...this.plan.idsOf(referral.entityType)]);
      return [...ids]
        .map((id) => this.current(keyOf(referral.entityType, id)))
        .filter((entity) => entity !== undefined)
        .filter((entity) => refersTo(entity, referral));
    });
  }

  /** Every entity whose planned state differs from its stored state. */
  changedEntities(): Step[] {
    return [...this.plan.entities()]
      .map(([key, after]) => ({ before: this.#known.entity(key), after }))
      .filter(({ before, after }) => before !== after);
  }

  /**
   * The entities that the plan depends on, with their versions; undefined if it depends on something that a version
   * does not reflect, such as the referrers of an entity.
   */
  readSet(): ReadSet | undefined {
    const isMore = this.#referrers.size + this.#outside.size + this.numbers.size + this.plan.seenTypes().length > 0;
    return isMore ? undefined : this.#known.readSet();
  }

  learn(entities: readonly Entity[], lock: RowLock): void {
    for (const entity of entities) {
      const { entityType, id, federatedId } = entity;
      this.#known.learn(entity, lock);
      if (federatedId !== null) this.#idsByFederatedId.set(keyOf(entityType, federatedId), id);
    }
  }

  learnHolders(holders: ReadonlyMap<string, string>): void {
    for (const key of this.dataNeeds.holders.keys()) {
      this.#holders.set(key, holders.get(key));
    }
  }

  learnOutside(entityType: string, existing: ReadonlySet<string>): void {
    for (const [key, address] of this.dataNeeds.outside) {
      if (address.entityType === entityType) this.#outside.set(key, existing.has(address.id));
    }
  }

  learnReferrers(referral: Referral, ids: readonly string[]): void {
    this.#referrers.set(textOfReferral(referral), ids);
  }

  /** Called after a load: requested data that was not found does not exist. */
  closeNeeds(): void {
    for (const lock of rowLocks) {
      this.#known.close(this.dataNeeds[lock], lock);
    }
    for (const [key, address] of [...this.dataNeeds.byFederatedId, ...this.dataNeeds.referredByFederatedId]) {
      // An entity that was only read may have been given another federatedId before it was locked.
      const lock = this.dataNeeds.byFederatedId.has(key) ? "for no key update" : "for key share";
      const isFound = this.#isFederatedIdKnown(address, lock);
      this.#idsByFederatedId.set(key, isFound ? this.#idsByFederatedId.get(key) : undefined);
    }
    for (const needed of Object.values(this.dataNeeds)) needed.clear();
  }

  /** Whether the entity is planned, loaded with this lock, or known not to exist. */
  #isFederatedIdKnown({ entityType, federatedId }: FederatedAddress, lock: RowLock): boolean {
    const key = keyOf(entityType, federatedId);
    const id = this.#idsByFederatedId.get(key);
    return (
      this.plan.hasFederatedId(key) ||
      (id === undefined ? this.#idsByFederatedId.has(key) : this.#known.hasLock(keyOf(entityType, id), lock))
    );
  }

  #atFederatedId({ entityType, federatedId }: FederatedAddress): Entity | undefined {
    const key = keyOf(entityType, federatedId);
    const id = this.plan.hasFederatedId(key) ? this.plan.idByFederatedId(key) : this.#idsByFederatedId.get(key);
    const entity = id === undefined ? undefined : this.current(keyOf(entityType, id));
    // An earlier step may have given it another federatedId.
    return entity?.federatedId === federatedId ? entity : undefined;
  }

  /** All requests are combined into one query. */
  #findAll(asked: readonly Address[], lock: RowLock): (Entity | undefined)[] {
    const keys = asked.map(({ entityType, id }) => keyOf(entityType, id));
    const isMissing = (key: string) => !this.#known.hasLock(key, lock) && !this.plan.has(key);
    if (keys.some(isMissing)) {
      for (const { entityType, id } of asked.filter(({ entityType, id }) => isMissing(keyOf(entityType, id)))) {
        this.dataNeeds[lock].set(keyOf(entityType, id), { entityType, id });
      }
      throw missingData;
    }
    return keys.map((key) => this.current(key));
  }

  /** As planned or loaded; undefined if it is neither. */
  current(key: string): Entity | undefined {
    return this.plan.has(key) ? this.plan.entity(key) : this.#known.entity(key);
  }
}
