import type { ResolvedType, TypeTree } from "../../entity-types/type-tree.ts";
import { newId } from "../../platform/ids.ts";
import type { Entity } from "../entity.ts";
import { FormulaValues } from "./formula-values.ts";
import { type Basis, KnownRows, type RowLock } from "./known-rows.ts";
import { Plan } from "./plan.ts";
import {
  type Address,
  keyOf,
  lacking,
  noWants,
  type Referral,
  refersTo,
  type Step,
  textOfReferral,
  textOfUniqueKey,
  type UniqueKey,
} from "./wants.ts";

/**
 * The data that a write has loaded, and what it has planned so far. Planning is synchronous code on top of it: missing
 * data is noted, loaded together for all drafts, and planning starts again.
 */
export class World {
  readonly types: TypeTree;
  readonly wants = noWants();
  readonly formulas = new FormulaValues();
  readonly #known = new KnownRows();
  readonly #idsByFederatedId = new Map<string, string | undefined>();
  readonly #outside = new Map<string, boolean>();
  readonly #holders = new Map<string, string | undefined>();
  readonly #referrers = new Map<string, readonly string[]>();
  readonly #numbers = new Map<string, number | undefined>();
  readonly #madeIds = new Map<string | number, string>();
  readonly #resolvedTypes = new Map<string, ResolvedType>();
  readonly #plan = new Plan();

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

  /** Everything planned from here on belongs to this draft, and can be rolled back as a whole. */
  beginDraft(number: number): void {
    this.#plan.beginDraft(number);
  }

  abandonDraft(): void {
    this.#plan.abandonDraft();
  }

  makeDraftId(): string {
    return this.makeId(this.#plan.draftNumber);
  }

  /** Notes an undefined type that an entity is to have. */
  noteSeenType(typePath: string): void {
    this.#plan.noteSeenType(typePath);
  }

  seenTypes(): [string, number][] {
    return this.#plan.seenTypes();
  }

  isLacking(): boolean {
    return this.formulas.isLacking() || this.lacksRows();
  }

  lacksRows(): boolean {
    return Object.values(this.wants).some((wanted) => wanted.size > 0);
  }

  /** Numbers are taken last, when everything else is loaded and locked. */
  lacksOnlyNumbers(): boolean {
    const { numbers: _, ...others } = this.wants;
    return !this.formulas.isLacking() && Object.values(others).every((wanted) => wanted.size === 0);
  }

  /** Discards the plan, but not the loaded data. */
  startOver(): void {
    this.#plan.clear();
  }

  /** The entity, locked against updates and deletes, but not against new references. */
  toChange(entityType: string, id: string): Entity | undefined {
    const key = keyOf(entityType, id);
    if (!this.#known.holds(key, "to-change") && !this.#plan.has(key)) {
      this.wants.toChange.set(key, { entityType, id });
      throw lacking;
    }
    return this.#current(key);
  }

  toChangeByFederatedId(entityType: string, federatedId: string): Entity | undefined {
    const key = keyOf(entityType, federatedId);
    if (this.#plan.hasFederatedId(key)) {
      const id = this.#plan.idByFederatedId(key);
      return id === undefined ? undefined : this.#current(keyOf(entityType, id));
    }
    if (!this.#idsByFederatedId.has(key)) {
      this.wants.toChangeByFederatedId.set(key, { entityType, federatedId });
      throw lacking;
    }
    const id = this.#idsByFederatedId.get(key);
    const entity = id === undefined ? undefined : this.#current(keyOf(entityType, id));
    // An earlier step may have given it another federatedId.
    return entity?.federatedId === federatedId ? entity : undefined;
  }

  /** Before a delete or move: waits for transactions that add references, so that they are found as referrers. */
  forUpdate({ entityType, id }: Entity): void {
    const key = keyOf(entityType, id);
    const isMadeHere = this.#plan.has(key) && this.#known.entity(key) === undefined;
    if (!isMadeHere && !this.#known.holds(key, "to-hold-alone")) {
      this.wants.forUpdate.set(key, { entityType, id });
      throw lacking;
    }
  }

  /** The entities, locked against deletes until the commit. Others may update them meanwhile. */
  forKeyShare(asked: readonly Address[]): (Entity | undefined)[] {
    return this.#findAll(asked, "to-refer-to", this.wants.forKeyShare);
  }

  /** The entities, locked against updates as well, because the result depends on their values. */
  forShare(asked: readonly Address[]): (Entity | undefined)[] {
    return this.#findAll(asked, "to-read-from", this.wants.forShare);
  }

  /** Whether each of these exists in its own table. */
  existsOutside(asked: readonly Address[]): boolean[] {
    const missing = asked.filter(({ entityType, id }) => !this.#outside.has(keyOf(entityType, id)));
    for (const address of missing) {
      this.wants.outside.set(keyOf(address.entityType, address.id), address);
    }
    if (missing.length > 0) {
      throw lacking;
    }
    return asked.map(({ entityType, id }) => this.#outside.get(keyOf(entityType, id)) === true);
  }

  /** The ids of the entities that hold each of the keys. */
  holdersOf(keys: readonly UniqueKey[]): (string | undefined)[] {
    let isLacking = false;
    const found = keys.map((uniqueKey) => {
      const key = textOfUniqueKey(uniqueKey);
      const planned = this.#plan.holder(key);
      if (planned?.id !== undefined) {
        return planned.id;
      }
      if (!this.#holders.has(key)) {
        this.wants.holders.set(key, uniqueKey);
        isLacking = true;
      }
      const stored = this.#holders.get(key);
      return stored !== undefined && planned?.givenUpBy.includes(stored) ? undefined : stored;
    });
    if (isLacking) {
      throw lacking;
    }
    return found;
  }

  /** The stored entities that refer to an entity in one of these ways, each locked. */
  referrersOf(referrals: readonly Referral[]): Entity[][] {
    const missing = referrals.filter((referral) => !this.#referrers.has(textOfReferral(referral)));
    for (const referral of missing) {
      this.wants.referrers.set(textOfReferral(referral), referral);
    }
    if (missing.length > 0) {
      throw lacking;
    }
    return referrals.map((referral) => {
      const stored = this.#referrers.get(textOfReferral(referral)) ?? [];
      const ids = new Set([...stored, ...this.#plan.idsOf(referral.entityType)]);
      return [...ids]
        .map((id) => this.#current(keyOf(referral.entityType, id)))
        .filter((entity) => entity !== undefined)
        .filter((entity) => refersTo(entity, referral));
    });
  }

  /** The numbers that the service assigns to a new entity, by slug. A dry run assigns none. */
  numbersOf(entityType: string, id: string, slugs: readonly string[]): (number | undefined)[] {
    const missing = slugs.filter((slug) => !this.#numbers.has(`${id}/${slug}`));
    for (const slug of missing) {
      this.wants.numbers.set(`${id}/${slug}`, { entityType, slug });
    }
    if (missing.length > 0) {
      throw lacking;
    }
    return slugs.map((slug) => this.#numbers.get(`${id}/${slug}`));
  }

  plan(step: Step, released: readonly UniqueKey[], taken: readonly UniqueKey[]): void {
    this.#plan.add(step, released, taken);
  }

  /** Every entity whose planned state differs from its stored state. */
  changedEntities(): Step[] {
    return [...this.#plan.entities()]
      .map(([key, after]) => ({ before: this.#known.entity(key), after }))
      .filter(({ before, after }) => before !== after);
  }

  /**
   * The entities that the plan depends on, with their versions; undefined if it depends on something that a version
   * does not reflect, such as the referrers of an entity.
   */
  basis(): Basis | undefined {
    const isMore = this.#referrers.size + this.#outside.size + this.#numbers.size + this.#plan.seenTypes().length > 0;
    return isMore ? undefined : this.#known.basis();
  }

  learn(entities: readonly Entity[], lock: RowLock): void {
    for (const entity of entities) {
      const { entityType, id, federatedId } = entity;
      this.#known.learn(entity, lock);
      if (federatedId !== null && this.#known.holds(keyOf(entityType, id), "to-change")) {
        this.#idsByFederatedId.set(keyOf(entityType, federatedId), id);
      }
    }
  }

  learnHolders(holders: ReadonlyMap<string, string>): void {
    for (const key of this.wants.holders.keys()) {
      this.#holders.set(key, holders.get(key));
    }
  }

  learnOutside(entityType: string, existing: ReadonlySet<string>): void {
    for (const [key, wanted] of this.wants.outside) {
      if (wanted.entityType === entityType) {
        this.#outside.set(key, existing.has(wanted.id));
      }
    }
  }

  learnReferrers(referral: Referral, ids: readonly string[]): void {
    this.#referrers.set(textOfReferral(referral), ids);
  }

  learnNumbers(numbers: ReadonlyMap<string, number>): void {
    for (const [key, number] of numbers) {
      this.#numbers.set(key, number);
    }
  }

  /** For a dry run: no number is consumed. */
  withholdNumbers(): void {
    for (const key of this.wants.numbers.keys()) {
      this.#numbers.set(key, undefined);
    }
    this.wants.numbers.clear();
  }

  /** Called after a load: requested data that was not found does not exist. */
  closeWants(): void {
    this.#known.close(this.wants.forUpdate, "to-hold-alone");
    this.#known.close(this.wants.toChange, "to-change");
    this.#known.close(this.wants.forShare, "to-read-from");
    this.#known.close(this.wants.forKeyShare, "to-refer-to");
    for (const key of this.wants.toChangeByFederatedId.keys()) {
      this.#idsByFederatedId.set(key, this.#idsByFederatedId.get(key));
    }
    for (const wanted of Object.values(this.wants)) {
      wanted.clear();
    }
  }

  /** All requests are combined into one query. */
  #findAll(asked: readonly Address[], lock: RowLock, wanted: Map<string, Address>): (Entity | undefined)[] {
    const keys = asked.map(({ entityType, id }) => keyOf(entityType, id));
    const isMissing = (key: string) => !this.#known.holds(key, lock) && !this.#plan.has(key);
    if (keys.some(isMissing)) {
      for (const { entityType, id } of asked.filter(({ entityType, id }) => isMissing(keyOf(entityType, id)))) {
        wanted.set(keyOf(entityType, id), { entityType, id });
      }
      throw lacking;
    }
    return keys.map((key) => this.#current(key));
  }

  #current(key: string): Entity | undefined {
    return this.#plan.has(key) ? this.#plan.entity(key) : this.#known.entity(key);
  }
}
