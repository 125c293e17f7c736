import type { Database, PostgresDatabase, Transaction } from "../platform/database/database.ts";
import { silentSecondsDefault } from "../platform/jobs/node-heartbeat.ts";
import { StartError } from "../platform/start-error.ts";
import * as store from "./distribution-store.ts";
import {
  anchorTable,
  type DistributionState,
  type DistributionStep,
  type Placement,
  pendingTables,
  planDistribution,
} from "./plan-distribution.ts";

/** The cluster that the schema can be distributed on, or an error that says what is missing. */
export async function requireCluster(db: Database): Promise<store.Cluster> {
  const cluster = await store.findCluster(db);
  if (cluster === undefined) {
    throw new StartError(
      "The database does not have the extension citus. Install Citus on every server, add it to shared_preload_libraries, and run: create extension citus.",
    );
  }
  if (!cluster.isCoordinator) {
    throw new StartError("The database is on a worker. Set DATABASE_URL to the coordinator.");
  }
  if (!cluster.hasCoordinatorAddress) {
    throw new StartError(
      "The workers do not know the coordinator. Run there: select citus_set_coordinator_host('<its address>').",
    );
  }
  if (cluster.workers === 0) {
    throw new StartError(
      "There is no worker. Run for each one on the coordinator: select citus_add_node('<its address>', 5432).",
    );
  }
  return cluster;
}

export async function readDistribution(db: Database): Promise<DistributionState> {
  return {
    tables: await store.listTableStates(db),
    foreignKeys: await store.listForeignKeys(db),
    droppedKeys: await store.listDroppedKeys(db),
  };
}

export interface DistributionProgress {
  readonly step: DistributionStep;
  readonly number: number;
  readonly of: number;
  readonly ms: number;
}

/** Does what is left to do. The database must have a single connection, which keeps others from doing the same. */
export async function distribute(
  db: PostgresDatabase,
  onStep: (progress: DistributionProgress) => void,
): Promise<DistributionStep[]> {
  if (!(await store.takeDistributionLock(db))) {
    throw new StartError("Another weft admin distribute is running on this database. Wait for it to end.");
  }
  const state = await readDistribution(db);
  await requireStoppedNodes(db, state);
  const steps = planDistribution(state);
  for (const [place, step] of steps.entries()) {
    const began = performance.now();
    await db.transaction((tx) => doStep(tx, step));
    onStep({ step, number: place + 1, of: steps.length, ms: Math.round(performance.now() - began) });
  }
  await db.transaction(store.dropKeyRecord);
  return steps;
}

/** Until all tables are placed, statements that read several of them fail. Empty ones are new: no node reads them yet. */
export async function requireStoppedNodes(db: Database, { tables }: DistributionState): Promise<void> {
  if (!pendingTables(tables).some(({ localBytes }) => localBytes > 0)) {
    return;
  }
  const count = await store.countLiveNodes(db, silentSecondsDefault);
  if (count > 0) {
    throw new StartError(
      `${count === 1 ? "A node is" : `${count} nodes are`} running. Stop all nodes, wait ${silentSecondsDefault} s, and run it again.`,
    );
  }
}

async function doStep(tx: Transaction, step: DistributionStep): Promise<void> {
  switch (step.kind) {
    case "drop-keys":
      return store.dropForeignKeys(tx, step.keys);
    case "place":
      return placeTable(tx, step.table, step.placement);
    case "remove-local-rows":
      return store.removeLocalRows(tx, step.table);
    case "add-key":
      return store.addForeignKey(tx, step.key);
  }
}

function placeTable(db: Database, table: string, placement: Exclude<Placement, "local">): Promise<void> {
  switch (placement) {
    case "reference":
      return store.createReferenceTable(db, table);
    case "tenant":
      return store.createTenantTable(db, table, table === anchorTable ? "none" : anchorTable);
    case "managed":
      return store.manageTable(db, table);
  }
}

/**
 * Distributes the tables that a migration has created on a distributed schema, in its transaction: a key to another table
 * of organizations can then be added by its next statement.
 */
export async function distributeNewTables(db: Database): Promise<void> {
  if (!(await store.isDistributed(db))) {
    return;
  }
  const pending = pendingTables(await store.listTableStates(db));
  // Those with rows are left to weft admin distribute, which was interrupted.
  for (const { name, wanted } of pending.filter(({ localBytes }) => localBytes === 0)) {
    await placeTable(db, name, wanted);
  }
}
