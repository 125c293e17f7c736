import type { Transaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { TypeTree } from "./type-tree.ts";

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
}
