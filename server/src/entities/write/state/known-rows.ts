import { conflict } from "../../../platform/errors.ts";
import { fuelOfFormulas, timeOnThreadMs } from "../../../platform/expressions/expression-limits.ts";
import type { EvaluationOutcome, EvaluationRequest } from "../../../platform/expressions/offload/evaluation-slice.ts";
import { type ExpressionEvaluator, tryHere } from "../../../platform/expressions/offload/expression-evaluator.ts";
import type { PortableExpression } from "../../../platform/expressions/offload/portable-expression.ts";
import type { JsonValue } from "../../../platform/json-value.ts";
import type { Entity } from "../../model/entity.ts";
import { keyOf, type UniqueKey } from "./plan.ts";

// Named as in SQL, in order of strength.
const strengths = { "for key share": 1, "for share": 2, "for no key update": 3, "for update": 4 } as const;

export type RowLock = keyof typeof strengths;

export const rowLocks = ["for update", "for no key update", "for share", "for key share"] as const;

/** The version of an entity that a plan has read. */
export interface SeenVersion {
  readonly entityType: string;
  readonly id: string;
  readonly version: number;
}

/**
 * The rows that a plan changes, and others that it depends on. Free values are not included: the database itself
 * rejects values that are taken.
 */
export interface ReadSet {
  readonly changed: readonly SeenVersion[];
  readonly read: readonly SeenVersion[];
}

/** The rows that a write has loaded, each with the strongest lock taken. Includes rows known not to exist. */
export class KnownRows {
  readonly #entities = new Map<string, Entity | undefined>();
  readonly #locks = new Map<string, number>();

  entity(key: string): Entity | undefined {
    return this.#entities.get(key);
  }

  hasLock(key: string, lock: RowLock): boolean {
    return (this.#locks.get(key) ?? 0) >= strengths[lock];
  }

  learn(entity: Entity, lock: RowLock): void {
    const key = keyOf(entity.entityType, entity.id);
    this.#entities.set(key, entity);
    this.#lock(key, lock);
  }

  /** Called after a load: requested rows that were not found do not exist. */
  close(needed: ReadonlyMap<string, unknown>, lock: RowLock): void {
    for (const key of needed.keys()) {
      this.#lock(key, lock);
      if (!this.#entities.has(key)) {
        this.#entities.set(key, undefined);
      }
    }
  }

  /** All entities with their versions; undefined if the plan depends on an entity that did not exist. */
  readSet(): ReadSet | undefined {
    const stored = [...this.#entities.values()];
    if (stored.includes(undefined)) {
      return undefined;
    }
    const seen = stored.filter((entity) => entity !== undefined);
    const isToChange = ({ entityType, id }: Entity) => this.hasLock(keyOf(entityType, id), "for no key update");
    return {
      changed: seen.filter(isToChange).map(versionOf),
      read: seen.filter((entity) => !isToChange(entity)).map(versionOf),
    };
  }

  #lock(key: string, lock: RowLock): void {
    this.#locks.set(key, Math.max(this.#locks.get(key) ?? 0, strengths[lock]));
  }
}

function versionOf({ entityType, id, version }: Entity): SeenVersion {
  return { entityType, id, version };
}

/**
 * Thrown by a plan that needs data to be loaded before it can continue. A single object: its stack is not meaningful.
 */
export const missingData: unique symbol = Symbol("missing data");

export interface Address {
  readonly entityType: string;
  readonly id: string;
}

export interface FederatedAddress {
  readonly entityType: string;
  readonly federatedId: string;
}

/** The data that a plan has requested and that is not loaded yet, by key. Rows are requested with their lock. */
export interface DataNeeds extends Readonly<Record<RowLock, Map<string, Address>>> {
  /** Rows to be locked for no key update. */
  readonly byFederatedId: Map<string, FederatedAddress>;
  /** Rows that fields refer to, to be locked for key share. */
  readonly referredByFederatedId: Map<string, FederatedAddress>;
  /** Entities with their own tables, such as users. */
  readonly outside: Map<string, Address>;
  readonly holders: Map<string, UniqueKey>;
  readonly referrers: Map<string, Referral>;
  /** The sequences from which a new entity needs a number. */
  readonly numbers: Map<string, Sequence>;
}

export function noDataNeeds(): DataNeeds {
  return {
    "for update": new Map(),
    "for no key update": new Map(),
    byFederatedId: new Map(),
    referredByFederatedId: new Map(),
    "for share": new Map(),
    "for key share": new Map(),
    outside: new Map(),
    holders: new Map(),
    referrers: new Map(),
    numbers: new Map(),
  };
}

/** Data that drafts are known to need before they are planned. Loading it at once saves passes and decides nothing. */
export interface Prefetch extends Partial<Readonly<Record<RowLock, readonly Address[]>>> {
  readonly byFederatedId?: readonly FederatedAddress[];
  readonly holders?: readonly UniqueKey[];
}

/** A query for the entities of a type that refer to an entity in one of their properties. */
export interface Referral {
  readonly entityType: string;
  readonly slug: string;
  /** True if the property holds a list of ids. */
  readonly isList: boolean;
  readonly id: string;
}

export function refersTo(entity: Entity, { slug, isList, id }: Referral): boolean {
  const value = entity.properties[slug];
  return isList ? Array.isArray(value) && value.includes(id) : value === id;
}

export function textOfReferral({ entityType, slug, isList, id }: Referral): string {
  return `${entityType}/${slug}/${isList ? "list" : "one"}/${id}`;
}

interface Sequence {
  readonly entityType: string;
  readonly slug: string;
  /** The draft that needs the number. */
  readonly draftNumber: number;
}

/** The numbers that the service assigns to new entities, by entity and slug. */
export class SequenceNumbers {
  readonly #known = new Map<string, number | undefined>();
  readonly #needed: Map<string, Sequence>;
  readonly #withheld = new Map<string, Sequence>();

  constructor(needed: Map<string, Sequence>) {
    this.#needed = needed;
  }

  get size(): number {
    return this.#known.size;
  }

  /** The numbers of a new entity; undefined if they are withheld. */
  of({ entityType, id }: Address, slugs: readonly string[], draftNumber: number): (number | undefined)[] {
    const missing = slugs.filter((slug) => !this.#known.has(`${id}/${slug}`));
    for (const slug of missing) {
      this.#needed.set(`${id}/${slug}`, { entityType, slug, draftNumber });
    }
    if (missing.length > 0) {
      throw missingData;
    }
    return slugs.map((slug) => this.#known.get(`${id}/${slug}`));
  }

  learn(numbers: ReadonlyMap<string, number>): void {
    for (const [key, number] of numbers) this.#known.set(key, number);
  }

  /** For a write that may not happen: no number is consumed. */
  withhold(): void {
    for (const [key, sequence] of this.#needed) {
      this.#known.set(key, undefined);
      this.#withheld.set(key, sequence);
    }
    this.#needed.clear();
  }

  /** Requests the numbers that were withheld, in draft order. Returns false if there are none. */
  requestWithheld(): boolean {
    const all = [...this.#withheld, ...this.#needed];
    this.#withheld.clear();
    this.#needed.clear();
    for (const [key, sequence] of all.sort(([, one], [, other]) => one.draftNumber - other.draftNumber)) {
      this.#needed.set(key, sequence);
    }
    return this.#needed.size > 0;
  }
}

/**
 * The results of the formulas of a write. Fast formulas are computed inline. Slow ones are queued, computed in another
 * thread for all drafts together, and available in the next planning pass.
 */
export class FormulaValues {
  readonly #known = new Map<string, EvaluationOutcome>();
  readonly #needed = new Map<string, EvaluationRequest>();
  #spentMs = 0;

  /** Called after the thread has yielded to other work. */
  beginSlice(): void {
    this.#spentMs = 0;
  }

  isMissingData(): boolean {
    return this.#needed.size > 0;
  }

  /** Undefined if it must be computed in another thread first. */
  outcomeOf(expression: PortableExpression, document: JsonValue): { readonly value: JsonValue } | undefined {
    const outcome = this.#tryHere(expression, document) ?? this.#findOrRequest(expression, document);
    if (outcome !== undefined && "refusal" in outcome) {
      throw conflict(
        "The formulas of this write took too many steps. Simplify them, or write fewer entities at a time.",
      );
    }
    // A formula that fails on these values has no value.
    return outcome !== undefined && "error" in outcome ? { value: undefined } : outcome;
  }

  async load(orgId: string, expressions: ExpressionEvaluator): Promise<void> {
    const needed = [...this.#needed];
    const requests = needed.map(([, request]) => request);
    const outcomes = await expressions.evaluateInThread(orgId, requests, fuelOfFormulas);
    needed.forEach(([key], index) => {
      const outcome = outcomes[index];
      if (outcome !== undefined) {
        this.#known.set(key, outcome);
      }
    });
    this.#needed.clear();
  }

  #tryHere(expression: PortableExpression, document: JsonValue): EvaluationOutcome | undefined {
    if (this.#spentMs > timeOnThreadMs) {
      return undefined;
    }
    const begun = performance.now();
    const outcome = tryHere(expression, document);
    this.#spentMs += performance.now() - begun;
    return outcome;
  }

  #findOrRequest(expression: PortableExpression, document: JsonValue): EvaluationOutcome | undefined {
    const key = `${expression.text.source}\n${JSON.stringify(document)}`;
    const known = this.#known.get(key);
    if (known === undefined) {
      this.#needed.set(key, { expression, document, group: this.#needed.size });
    }
    return known;
  }
}
