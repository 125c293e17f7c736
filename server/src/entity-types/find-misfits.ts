import type { PropertyDefinition } from "@weft/contract";
import { pluralize } from "../platform/amounts.ts";
import type { Transaction } from "../platform/database/database.ts";
import { conflict } from "../platform/errors.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { isSameJson } from "../platform/same-json.ts";
import { checkProperties } from "./check-properties.ts";
import { entityTypeOf, type TypeNode, type TypeTree } from "./type-tree.ts";

const samplesMax = 10;

/**
 * Entities that would no longer match their type: their count, some samples, and a count for each property that is a
 * cause.
 */
export class Misfits {
  count = 0;
  readonly sampleIds: string[] = [];
  readonly byProperty = new Map<string, number>();

  add(id: string, slugs: readonly string[]): void {
    this.count += 1;
    if (this.sampleIds.length < samplesMax) {
      this.sampleIds.push(id);
    }
    for (const slug of slugs) {
      this.byProperty.set(slug, (this.byProperty.get(slug) ?? 0) + 1);
    }
  }

  /** advice: how the stored values can be adapted, a sentence. */
  requireNone(advice = "Fix them first."): void {
    if (this.count === 0) {
      return;
    }
    const reasons = [...this.byProperty].map(([slug, count]) => `${slug} (${count})`).join(", ");
    throw conflict(
      `${pluralize(this.count, "stored entity", "stored entities")} would become invalid because of ${reasons}. ${advice} Send force=true to change nothing but the definition.`,
      { count: this.count, sampleIds: this.sampleIds, byProperty: Object.fromEntries(this.byProperty) },
    );
  }
}

/** Finds stored entities that the changed types would reject. */
export async function findMisfits(
  tx: Transaction,
  orgId: string,
  stored: StoredEntities,
  { types, scope }: { readonly types: TypeTree; readonly scope: StoredScope },
): Promise<Misfits> {
  const misfits = new Misfits();
  for await (const page of stored.pages(tx, orgId, scope)) {
    for (const entity of page) {
      const slugs = misfittingSlugs(entity, types);
      if (slugs.length > 0) {
        misfits.add(entity.id, slugs);
      }
    }
  }
  return misfits;
}

function misfittingSlugs({ id, typePath, properties }: StoredEntity, types: TypeTree): string[] {
  const type = types.typeAt(typePath);
  const errors = checkProperties(type, properties, properties, () => {});
  const isFamily = properties["itemFamilyId"] === id;
  const missing = [...type.properties.values()].filter(
    ({ slug, required, level }) => required && properties[slug] === undefined && !(level === "option" && isFamily),
  );
  return [...errors.map(({ slug }) => slug), ...missing.map(({ slug }) => slug)];
}

/** The entities that a change from one node to another may affect; undefined if it affects none. */
export function concernedBy(before: TypeNode, after: TypeNode, types: TypeTree): StoredScope | undefined {
  const changed = after.properties.filter((property) => !isSameDemand(property, before));
  const removed = before.properties.filter(({ slug }) => !after.properties.some((property) => property.slug === slug));
  const isStricter = after.mode === "strict" && (before.mode === "open" || removed.length > 0);
  if (changed.length === 0 && !isStricter) {
    return undefined;
  }
  return {
    entityType: entityTypeOf(after.typePath),
    typePaths: types.pathsBelow(after.typePath),
    touching: isStricter
      ? undefined
      : {
          having: changed.map(({ slug }) => slug),
          lacking: changed.filter(({ required }) => required).map(({ slug }) => slug),
        },
  };
}

/**
 * Whether the type had the same requirements for the property before; labels, defaults and the like require nothing.
 */
function isSameDemand(property: PropertyDefinition, before: TypeNode): boolean {
  const old = before.properties.find(({ slug }) => slug === property.slug);
  return old !== undefined && isSameJson(demandOf(old), demandOf(property));
}

function demandOf({ label, expected, searchable, disabled, default: _default, unique, ...demand }: PropertyDefinition) {
  return demand;
}

/** The parts of an entity that a change to its type is checked against. */
export interface StoredEntity {
  readonly id: string;
  readonly typePath: string;
  readonly properties: Readonly<Record<string, JsonValue>>;
}

/** Which entities to check. */
export interface StoredScope {
  readonly entityType: string;
  readonly typePaths: readonly string[];
  /** Only entities that have one of these, or lack one of the others; undefined checks all. */
  readonly touching: { readonly having: readonly string[]; readonly lacking: readonly string[] } | undefined;
}

export interface KeyedScope {
  readonly entityType: string;
  readonly typePaths: readonly string[];
  /** The properties that became unique, or no longer are. */
  readonly slugs: readonly string[];
}

/** Access to stored entities for changes of types. Implemented in a higher layer, so it is injected. */
export interface StoredEntities {
  pages(tx: Transaction, orgId: string, scope: StoredScope): AsyncIterable<readonly StoredEntity[]>;
  count(tx: Transaction, orgId: string, scope: Pick<StoredScope, "entityType" | "typePaths">): Promise<number>;
  /** Rebuilds the values of unique properties; returns the ids of entities with a duplicate value. */
  holdUniqueValues(tx: Transaction, orgId: string, types: TypeTree, scope: KeyedScope): Promise<readonly string[]>;
  /** Computes the terms by which they are found again, soon after the commit. */
  refreshTerms(tx: Transaction, orgId: string, entityType: string): Promise<void>;
}
