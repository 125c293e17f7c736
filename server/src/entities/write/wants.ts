import type { Entity } from "../entity.ts";

/** One entity before and after a step of a write. */
export interface Step {
  readonly before: Entity | undefined;
  readonly after: Entity | undefined;
}

/** The time of what is only planned: the database's clock sets it when it is written. */
export const notYet = new Date(0);

/** A value that only one entity of its type may hold. */
export interface UniqueKey {
  readonly entityType: string;
  readonly slug: string;
  readonly value: string;
}

/** Everything that a plan has asked for and that is not loaded yet, each by its key. */
export interface Wants {
  readonly toChange: Map<string, { readonly entityType: string; readonly id: string }>;
  readonly toChangeByFederatedId: Map<string, { readonly entityType: string; readonly federatedId: string }>;
  readonly toReferTo: Map<string, { readonly entityType: string; readonly id: string }>;
  /** Entities that are kept in tables of their own, such as users. */
  readonly outside: Map<string, { readonly entityType: string; readonly id: string }>;
  readonly holders: Map<string, UniqueKey>;
  readonly referrers: Map<string, Referral>;
  /** The sequences of which a new entity needs its number. */
  readonly numbers: Map<string, { readonly entityType: string; readonly slug: string }>;
}

/** The question which entities of a type name an entity in one of their properties. */
export interface Referral {
  readonly entityType: string;
  readonly slug: string;
  /** True where the property holds a list of ids. */
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
