import { orgTables } from "../orgs/org-tables.ts";

/** Where the rows of a table are: on every server, by organization on one of the workers, or on the coordinator. */
export type Placement = "reference" | "tenant" | "local";

// Small, and read together with tables of organizations.
const referenceTables: readonly string[] = ["orgs", "former_slugs", "nodes"];
// Unlogged: while one is distributed, no shard beside it can be moved online.
const localOrgTables: readonly string[] = ["rate_buckets"];

export function placementOf(table: string): Placement {
  if (referenceTables.includes(table)) {
    return "reference";
  }
  const isTenant = orgTables.some((name) => name === table) && !localOrgTables.includes(table);
  return isTenant ? "tenant" : "local";
}

/** The first table to be distributed. All others are co-located with it: an organization's rows are on one worker. */
export const anchorTable = "entities";

export interface TableState {
  readonly name: string;
  readonly placement: Placement;
  /** Of its rows on the coordinator. Rows that were copied to workers stay there until they are removed. */
  readonly localBytes: number;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly referredTable: string;
  /** The statement that adds it. */
  readonly definition: string;
}

export interface DistributionState {
  readonly tables: readonly TableState[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Those that an interrupted run has dropped and not added again. */
  readonly droppedKeys: readonly ForeignKey[];
}

export type DistributionStep =
  | { readonly kind: "drop-keys"; readonly keys: readonly ForeignKey[] }
  | {
      readonly kind: "place";
      readonly table: string;
      readonly placement: "reference" | "tenant";
      readonly bytes: number;
    }
  | { readonly kind: "remove-local-rows"; readonly table: string; readonly bytes: number }
  | { readonly kind: "add-key"; readonly key: ForeignKey };

/** What is left to do. Each step is one transaction, so an interrupted run continues with the step that was undone. */
export function planDistribution({ tables, foreignKeys, droppedKeys }: DistributionState): DistributionStep[] {
  const pending = pendingTables(tables);
  const isPending = (name: string) => pending.some((table) => table.name === name);
  // Citus refuses a key between a table of a worker and one of the coordinator, which exists until both are placed.
  const keys = foreignKeys.filter(({ table, referredTable }) => isPending(table) || isPending(referredTable));
  const placed = tables.filter(({ name, placement }) => placement !== "local" || isPending(name));
  return [
    ...(keys.length > 0 ? [{ kind: "drop-keys", keys } as const] : []),
    ...pending.map(({ name, wanted, localBytes }) => {
      return { kind: "place", table: name, placement: wanted, bytes: localBytes } as const;
    }),
    ...placed
      .filter(({ localBytes }) => localBytes > 0)
      .map(({ name, localBytes }) => ({ kind: "remove-local-rows", table: name, bytes: localBytes }) as const),
    ...[...droppedKeys, ...keys].map((key) => ({ kind: "add-key", key }) as const),
  ];
}

interface PendingTable extends TableState {
  readonly wanted: "reference" | "tenant";
}

/** Tables that are not where they belong: reference tables, then the anchor, then the others. */
export function pendingTables(tables: readonly TableState[]): PendingTable[] {
  const pending = tables.flatMap((table) => {
    const wanted = placementOf(table.name);
    return table.placement === "local" && wanted !== "local" ? [{ ...table, wanted }] : [];
  });
  const rank = ({ name, wanted }: PendingTable) => (wanted === "reference" ? 0 : name === anchorTable ? 1 : 2);
  return pending.sort((one, other) => rank(one) - rank(other));
}
