import type { Entity } from "../entity.ts";
import { keyOf, type Step, textOfUniqueKey, type UniqueKey } from "./wants.ts";

/** The holder of a value: an entity of the plan, or the stored holder, unless it has released the value. */
export interface PlannedHolder {
  readonly id: string | undefined;
  readonly givenUpBy: readonly string[];
}

/** What the drafts of a write have planned so far. The plan of one draft can be rolled back as a whole. */
export class Plan {
  readonly #entities = new Map<string, Entity | undefined>();
  readonly #idsByFederatedId = new Map<string, string | undefined>();
  readonly #holders = new Map<string, PlannedHolder | undefined>();
  /** The number of the first draft with the type. */
  readonly #seenTypes = new Map<string, number | undefined>();
  #toExist: Entity[] = [];
  #draftNumber = 0;
  #journal: (() => void)[] = [];

  clear(): void {
    this.#entities.clear();
    this.#idsByFederatedId.clear();
    this.#holders.clear();
    this.#seenTypes.clear();
    this.#toExist = [];
  }

  get draftNumber(): number {
    return this.#draftNumber;
  }

  beginDraft(number: number): void {
    this.#draftNumber = number;
    this.#journal = [];
  }

  abandonDraft(): void {
    for (const undo of this.#journal.reverse()) {
      undo();
    }
    this.#journal = [];
  }

  add({ before, after }: Step, released: readonly UniqueKey[], taken: readonly UniqueKey[]): void {
    const entity = after ?? before;
    if (entity === undefined) {
      return;
    }
    const { entityType, id } = entity;
    this.#set(this.#entities, keyOf(entityType, id), after);
    if (after !== undefined) {
      this.#toExist.push(after);
      this.#journal.push(() => this.#toExist.pop());
    }
    const [oldKey, newKey] = [before?.federatedId ?? null, after?.federatedId ?? null];
    if (oldKey !== null && oldKey !== newKey) {
      this.#set(this.#idsByFederatedId, keyOf(entityType, oldKey), undefined);
    }
    if (newKey !== null) {
      this.#set(this.#idsByFederatedId, keyOf(entityType, newKey), id);
    }
    for (const key of released.map(textOfUniqueKey)) {
      this.#set(this.#holders, key, { id: undefined, givenUpBy: [...this.#givenUpBy(key), id] });
    }
    for (const key of taken.map(textOfUniqueKey)) {
      this.#set(this.#holders, key, { id, givenUpBy: this.#givenUpBy(key) });
    }
  }

  noteSeenType(typePath: string): void {
    if (!this.#seenTypes.has(typePath)) {
      this.#set(this.#seenTypes, typePath, this.#draftNumber);
    }
  }

  /** The undefined types, each with the number of the first draft that has it. */
  seenTypes(): [string, number][] {
    return [...this.#seenTypes].map(([typePath, draftNumber]) => [typePath, draftNumber ?? 0]);
  }

  has(key: string): boolean {
    return this.#entities.has(key);
  }

  entity(key: string): Entity | undefined {
    return this.#entities.get(key);
  }

  entities(): ReadonlyMap<string, Entity | undefined> {
    return this.#entities;
  }

  idsOf(entityType: string): string[] {
    return this.#toExist.filter((entity) => entity.entityType === entityType).map(({ id }) => id);
  }

  hasFederatedId(key: string): boolean {
    return this.#idsByFederatedId.has(key);
  }

  idByFederatedId(key: string): string | undefined {
    return this.#idsByFederatedId.get(key);
  }

  holder(key: string): PlannedHolder | undefined {
    return this.#holders.get(key);
  }

  #givenUpBy(key: string): readonly string[] {
    return this.#holders.get(key)?.givenUpBy ?? [];
  }

  #set<Value>(map: Map<string, Value | undefined>, key: string, value: Value | undefined): void {
    const had = map.has(key);
    const old = map.get(key);
    this.#journal.push(() => (had ? map.set(key, old) : map.delete(key)));
    map.set(key, value);
  }
}
