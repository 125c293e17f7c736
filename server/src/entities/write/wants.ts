import type { Entity } from "../entity.ts";

/**
 * Thrown by a plan that needs data to be loaded before it can continue. A single object: its stack is not meaningful.
 */
export const lacking: unique symbol = Symbol("lacking");

/** One entity before and after a step of a write. */
export interface Step {
  readonly before: Entity | undefined;
  readonly after: Entity | undefined;
}

/** The time in a planned state: the database's clock sets it when it is written. */
export const notYet = new Date(0);

/** A value that only one entity of its type may hold. */
export interface UniqueKey {
  readonly entityType: string;
  readonly slug: string;
  readonly value: string;
}

export interface Address {
  readonly entityType: string;
  readonly id: string;
}

/** The data that a plan has requested and that is not loaded yet, by key. */
export interface Wants {
  readonly toChange: Map<string, Address>;
  readonly forUpdate: Map<string, Address>;
  readonly forShare: Map<string, Address>;
  readonly toChangeByFederatedId: Map<string, { readonly entityType: string; readonly federatedId: string }>;
  readonly forKeyShare: Map<string, Address>;
  /** Entities with their own tables, such as users. */
  readonly outside: Map<string, Address>;
  readonly holders: Map<string, UniqueKey>;
  readonly referrers: Map<string, Referral>;
  /** The sequences from which a new entity needs a number. */
  readonly numbers: Map<string, { readonly entityType: string; readonly slug: string }>;
}

export function noWants(): Wants {
  return {
    forUpdate: new Map(),
    toChange: new Map(),
    toChangeByFederatedId: new Map(),
    forShare: new Map(),
    forKeyShare: new Map(),
    outside: new Map(),
    holders: new Map(),
    referrers: new Map(),
    numbers: new Map(),
  };
}

/** Data that drafts are known to need before they are planned. Loading it at once saves passes and decides nothing. */
export interface Prefetch {
  readonly forUpdate?: readonly Address[];
  readonly toChange?: readonly Address[];
  readonly toChangeByFederatedId?: readonly { readonly entityType: string; readonly federatedId: string }[];
  readonly forKeyShare?: readonly Address[];
  readonly holders?: readonly UniqueKey[];
}

/** Requests data that a plan will need. */
export function foresee(
  wants: Wants,
  { forUpdate = [], toChange = [], toChangeByFederatedId = [], forKeyShare = [], holders = [] }: Prefetch,
): void {
  for (const address of forUpdate) {
    wants.forUpdate.set(keyOf(address.entityType, address.id), address);
  }
  for (const address of toChange) {
    wants.toChange.set(keyOf(address.entityType, address.id), address);
  }
  for (const address of toChangeByFederatedId) {
    wants.toChangeByFederatedId.set(keyOf(address.entityType, address.federatedId), address);
  }
  for (const address of forKeyShare) {
    wants.forKeyShare.set(keyOf(address.entityType, address.id), address);
  }
  for (const key of holders) {
    wants.holders.set(textOfUniqueKey(key), key);
  }
}

/** A query for the entities of a type that refer to an entity in one of their properties. */
export interface Referral {
  readonly entityType: string;
  readonly slug: string;
  /** True if the property holds a list of ids. */
  readonly isList: boolean;
  readonly id: string;
}

export function keyOf(entityType: string, id: string): string {
  return `${entityType}/${id}`;
}

export function textOfUniqueKey({ entityType, slug, value }: UniqueKey): string {
  return JSON.stringify([entityType, slug, value]);
}

export function refersTo(entity: Entity, { slug, isList, id }: Referral): boolean {
  const value = entity.properties[slug];
  return isList ? Array.isArray(value) && value.includes(id) : value === id;
}

export function textOfReferral({ entityType, slug, isList, id }: Referral): string {
  return `${entityType}/${slug}/${isList ? "list" : "one"}/${id}`;
}
