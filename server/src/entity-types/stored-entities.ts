import type { Transaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { TypeTree } from "./type-tree.ts";

/** What of an entity a change to its type is checked against. */
export interface StoredEntity {
  readonly id: string;
  readonly typePath: string;
  readonly properties: Readonly<Record<string, JsonValue>>;
}

/** Which entities to look at. */
export interface StoredScope {
  readonly entityType: string;
  readonly typePaths: readonly string[];
  /** Only those that have one of these, or lack one of the others; undefined looks at all. */
  readonly touching: { readonly having: readonly string[]; readonly lacking: readonly string[] } | undefined;
}

export interface KeyedScope {
  readonly entityType: string;
  readonly typePaths: readonly string[];
  /** The properties that have become unique, or are no longer. */
  readonly slugs: readonly string[];
}

/** The entities that are stored, for those who change their types. Lies above this folder, so it is handed in. */
export interface StoredEntities {
  pages(tx: Transaction, orgId: string, scope: StoredScope): AsyncIterable<readonly StoredEntity[]>;
  count(tx: Transaction, orgId: string, scope: Pick<StoredScope, "entityType" | "typePaths">): Promise<number>;
  /** Holds the values of unique properties again; answers the ids of entities whose value another one has. */
  holdUniqueValues(tx: Transaction, orgId: string, types: TypeTree, scope: KeyedScope): Promise<readonly string[]>;
}
