import { orgTables } from "../orgs/org-tables.ts";

/**
 * Where the rows of a table are: on every server, by organization on one of the workers, or on the coordinator. Citus
 * plans statements that use a managed table together with others; one that it does not know must be used alone.
 */
export type Placement = "reference" | "tenant" | "managed" | "local";

// Small, and read together with tables of organizations.
const referenceTables: readonly string[] = ["orgs", "former_slugs", "nodes"];
// Updated by what reference tables contain.
const managedTables: readonly string[] = ["job_schedules", "service_secrets"];
// Unlogged: while one is distributed, no shard beside it can be moved online.
const localOrgTables: readonly string[] = ["rate_buckets"];

export function placementOf(table: string): Placement {
  if (referenceTables.includes(table)) {
    return "reference";
  }
  if (managedTables.includes(table)) {
    return "managed";
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
      readonly placement: Exclude<Placement, "local">;
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
  const copied = [...tables, ...pending.map((table) => ({ ...table, placement: table.wanted }))].filter(
    ({ placement, localBytes }) => (placement === "tenant" || placement === "reference") && localBytes > 0,
  );
  return [
    ...(keys.length > 0 ? [{ kind: "drop-keys", keys } as const] : []),
    ...pending.map(({ name, wanted, localBytes }) => {
      return { kind: "place", table: name, placement: wanted, bytes: localBytes } as const;
    }),
    ...copied.map(({ name, localBytes }) => ({ kind: "remove-local-rows", table: name, bytes: localBytes }) as const),
    ...[...droppedKeys, ...keys].map((key) => ({ kind: "add-key", key }) as const),
  ];
}

interface PendingTable extends TableState {
  readonly wanted: Exclude<Placement, "local">;
}

/** Tables that are not where they belong: reference tables, then the anchor, then the others. */
export function pendingTables(tables: readonly TableState[]): PendingTable[] {
  const pending = tables.flatMap((table) => {
    const wanted = placementOf(table.name);
    // Citus manages a table of the coordinator by itself if it refers to a reference table.
    const isPlaced = table.placement === "tenant" || table.placement === "reference" || table.placement === wanted;
    return isPlaced || wanted === "local" ? [] : [{ ...table, wanted }];
  });
  const rank = ({ name, wanted }: PendingTable) => (wanted === "reference" ? 0 : name === anchorTable ? 1 : 2);
  return pending.sort((one, other) => rank(one) - rank(other));
}
