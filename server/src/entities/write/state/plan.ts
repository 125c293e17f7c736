import { createHash } from "node:crypto";
import type { ResolvedProperty, ResolvedType } from "../../../entity-types/type-tree.ts";
import { type JsonValue, stableJson } from "../../../platform/json-value.ts";
import type { Entity } from "../../model/entity.ts";

/** One entity before and after a step of a write. */
export interface Step {
  readonly before: Entity | undefined;
  readonly after: Entity | undefined;
}

export function keyOf(entityType: string, id: string): string {
  return `${entityType}/${id}`;
}

/** The time in a planned state: the database's clock sets it when it is written. */
export const notYet = new Date(0);

/** A value that only one entity of its type may hold. */
export interface UniqueKey {
  readonly entityType: string;
  readonly slug: string;
  readonly value: string;
}

/** The holder of a value: an entity of the plan, or the stored holder, unless it has released the value. */
interface PlannedHolder {
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

  add({ before, after }: Step, { released, taken }: MovedKeys): void {
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

interface Types {
  typeAt(typePath: string): ResolvedType;
}

/** The values that an entity gives up or takes in a step. */
interface MovedKeys {
  readonly released: readonly UniqueKey[];
  readonly taken: readonly UniqueKey[];
}

export function movedKeys(types: Types, { before, after }: Step): MovedKeys {
  const oldKeys = before === undefined ? [] : uniqueKeysOf(types.typeAt(before.typePath), before);
  const newKeys = after === undefined ? [] : uniqueKeysOf(types.typeAt(after.typePath), after);
  return { released: keysWithout(oldKeys, newKeys), taken: keysWithout(newKeys, oldKeys) };
}

function keysWithout(keys: readonly UniqueKey[], others: readonly UniqueKey[]): readonly UniqueKey[] {
  if (keys.length === 0 || others.length === 0) {
    return keys;
  }
  const texts = new Set(others.map(textOfUniqueKey));
  return keys.filter((key) => !texts.has(textOfUniqueKey(key)));
}

export function textOfUniqueKey({ entityType, slug, value }: UniqueKey): string {
  return JSON.stringify([entityType, slug, value]);
}

const valueCharactersMax = 200;

type Keyed = Pick<Entity, "entityType" | "id" | "properties">;

/** Every value of the entity that no other entity of its kind may hold. */
export function uniqueKeysOf(type: ResolvedType, entity: Keyed): UniqueKey[] {
  const keys: UniqueKey[] = [];
  for (const property of uniquePropertiesOf(type)) {
    const value = entity.properties[property.slug];
    if (value !== undefined && value !== null && holdsItself(property, entity)) {
      const scope = property.unique === "family" ? `${String(entity.properties["itemFamilyId"])}/` : "";
      keys.push({ entityType: entity.entityType, slug: property.slug, value: scope + textOfValue(value) });
    }
  }
  for (const [first, second] of type.root.uniqueTogether) {
    const [one, other] = [entity.properties[first], entity.properties[second]];
    if (typeof one === "string" && typeof other === "string") {
      keys.push(pairKey(type.root.name, [first, one], [second, other]));
    }
  }
  return keys;
}

export function pairKey(
  entityType: string,
  [first, one]: readonly [string, string],
  [second, other]: readonly [string, string],
): UniqueKey {
  return { entityType, slug: `${first}+${second}`, value: `${one}/${other}` };
}

/** A value copied from the family onto its options is held only by the family. */
function holdsItself(property: ResolvedProperty, { id, properties }: Keyed): boolean {
  const isOption = properties["itemFamilyId"] !== undefined && properties["itemFamilyId"] !== id;
  return property.level !== "family" || !isOption;
}

const uniqueProperties = new WeakMap<ResolvedType, ResolvedProperty[]>();

function uniquePropertiesOf(type: ResolvedType): ResolvedProperty[] {
  let properties = uniqueProperties.get(type);
  if (properties === undefined) {
    properties = [...type.properties.values()].filter(({ unique }) => unique !== false);
    uniqueProperties.set(type, properties);
  }
  return properties;
}

/** Long values are stored as their hash. */
function textOfValue(value: JsonValue): string {
  const text = typeof value === "string" ? value : stableJson(value);
  return text.length <= valueCharactersMax ? text : `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
