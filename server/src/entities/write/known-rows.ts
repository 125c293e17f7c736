import type { Entity } from "../entity.ts";
import { keyOf } from "./wants.ts";

/** The strength of a row lock, strongest last. */
const firmness = { "to-refer-to": 1, "to-read-from": 2, "to-change": 3, "to-hold-alone": 4 } as const;

export type RowLock = keyof typeof firmness;

/** The version of an entity that a plan has read. */
export interface SeenVersion {
  readonly entityType: string;
  readonly id: string;
  readonly version: number;
}

/** The rows that a plan depends on. Free values are not included: the database itself rejects values that are taken. */
export interface Basis {
  readonly toChange: readonly SeenVersion[];
  readonly forKeyShare: readonly SeenVersion[];
}

/** The rows that a write has loaded, each with the strongest lock taken. Includes rows known not to exist. */
export class KnownRows {
  readonly #entities = new Map<string, Entity | undefined>();
  readonly #held = new Map<string, number>();

  entity(key: string): Entity | undefined {
    return this.#entities.get(key);
  }

  holds(key: string, lock: RowLock): boolean {
    return (this.#held.get(key) ?? 0) >= firmness[lock];
  }

  learn(entity: Entity, lock: RowLock): void {
    const key = keyOf(entity.entityType, entity.id);
    this.#entities.set(key, entity);
    this.#hold(key, lock);
  }

  /** Called after a load: requested rows that were not found do not exist. */
  close(wanted: ReadonlyMap<string, unknown>, lock: RowLock): void {
    for (const key of wanted.keys()) {
      this.#hold(key, lock);
      if (!this.#entities.has(key)) {
        this.#entities.set(key, undefined);
      }
    }
  }

  /** All entities with their versions; undefined if the plan depends on an entity that did not exist. */
  basis(): Basis | undefined {
    const stored = [...this.#entities.values()];
    if (stored.includes(undefined)) {
      return undefined;
    }
    const seen = stored.filter((entity) => entity !== undefined);
    const isToChange = ({ entityType, id }: Entity) => this.holds(keyOf(entityType, id), "to-change");
    return {
      toChange: seen.filter(isToChange).map(versionOf),
      forKeyShare: seen.filter((entity) => !isToChange(entity)).map(versionOf),
    };
  }

  #hold(key: string, lock: RowLock): void {
    this.#held.set(key, Math.max(this.#held.get(key) ?? 0, firmness[lock]));
  }
}

function versionOf({ entityType, id, version }: Entity): SeenVersion {
  return { entityType, id, version };
}
