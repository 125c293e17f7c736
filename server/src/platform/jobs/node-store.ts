import type { Database, Transaction } from "../database/database.ts";
import { oneRow } from "../database/one-row.ts";
import { sql } from "../database/sql.ts";

/** Tells that the node is alive, and by which name it holds jobs. */
export async function noteNode(tx: Transaction, nodeId: string, workerPoolId: string | undefined): Promise<void> {
  await tx.query(sql`
    insert into nodes (id, worker_pool_id) values (${nodeId}, ${workerPoolId ?? null})
    on conflict (id) do update set worker_pool_id = excluded.worker_pool_id, seen_on = now()`);
}

/** Removes the nodes that have been silent for so long, and answers the names by which they held jobs. */
export async function removeSilentNodes(tx: Transaction, silentSeconds: number): Promise<string[]> {
  const rows = await tx.query<{ worker_pool_id: string | null }>(sql`
    delete from nodes where seen_on < now() - make_interval(secs => ${silentSeconds}) returning worker_pool_id`);
  return rows.flatMap(({ worker_pool_id: id }) => (id === null ? [] : [id]));
}

export async function countNodes(db: Database): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`select count(*) as count from nodes`);
  return oneRow(rows).count;
}

export async function removeNode(tx: Transaction, nodeId: string): Promise<void> {
  await tx.query(sql`delete from nodes where id = ${nodeId}`);
}

/** Frees the jobs that were held by these names, so that others take them up at once instead of after hours. */
export async function unlockJobs(tx: Transaction, workerPoolIds: readonly string[]): Promise<void> {
  await tx.query(sql`select graphile_worker.force_unlock_workers(${[...workerPoolIds]})`);
}
