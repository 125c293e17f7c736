import type { Database, Transaction } from "../database/database.ts";
import { oneRow, sql } from "../database/sql.ts";

/** Nodes of the previous version have none. */
const jobsVersion = 2;

export interface NodeCounts {
  readonly all: number;
  /** Those that run jobs. */
  readonly runners: number;
  /** Nodes of the previous version, which keeps jobs in the schema graphile_worker. */
  readonly old: number;
  /** Old ones that run jobs and schedules. */
  readonly oldRunners: number;
}

/**
 * Records that the node is alive. A node that runs jobs uses the name format of old nodes, so that they can release its
 * locks.
 */
export async function noteNode(
  tx: Transaction,
  nodeId: string,
  { runsJobs, secretFingerprints }: { runsJobs: boolean; secretFingerprints: readonly string[] | undefined },
): Promise<void> {
  await tx.query(sql`
    insert into nodes (id, worker_pool_id, jobs_version, secret_fingerprints)
    values (${nodeId}, ${runsJobs ? nodeId : null}, ${jobsVersion}, ${secretFingerprints ?? null}::text[])
    on conflict (id) do update set worker_pool_id = excluded.worker_pool_id, seen_on = excluded.seen_on`);
}

/** Deletes nodes that have been silent for this long, and returns the names under which they locked old jobs. */
export async function removeSilentNodes(tx: Transaction, silentSeconds: number): Promise<string[]> {
  const rows = await tx.query<{ worker_pool_id: string | null }>(sql`
    delete from nodes where seen_on < now() - make_interval(secs => ${silentSeconds}) returning worker_pool_id`);
  return rows.flatMap(({ worker_pool_id: id }) => (id === null ? [] : [id]));
}

export async function countNodes(db: Database): Promise<NodeCounts> {
  const rows = await db.query<NodeCounts>(sql`
    select count(*) as all, count(*) filter (where worker_pool_id is not null) as runners,
      count(*) filter (where jobs_version is null) as old,
      count(*) filter (where jobs_version is null and worker_pool_id is not null) as "oldRunners"
    from nodes`);
  return oneRow(rows);
}

export async function removeNode(tx: Transaction, nodeId: string): Promise<void> {
  await tx.query(sql`delete from nodes where id = ${nodeId}`);
}
