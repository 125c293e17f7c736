import type { Database } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";
import { anchorTable } from "./plan-distribution.ts";

/** Where an organization lives. Its shards of all tables are moved together with that of the first. */
export interface OrgShard {
  readonly shardId: number;
  readonly workerId: number;
  /** Such as worker-1.example:5432. */
  readonly worker: string;
  /** Organizations on the same shard, this one included. */
  readonly orgs: number;
}

export async function findOrgShard(db: Database, orgId: string): Promise<OrgShard> {
  const rows = await db.query<OrgShard>(sql`
    with found as (select get_shard_id_for_distribution_column(${anchorTable}::regclass, ${orgId}::text) as id)
    select found.id as "shardId", nodeid as "workerId", nodename || ':' || nodeport as worker,
      (select count(*) from orgs
        where get_shard_id_for_distribution_column(${anchorTable}::regclass, orgs.id) = found.id)::integer as orgs
    from found join pg_dist_placement on shardid = found.id join pg_dist_node using (groupid)
    where noderole = 'primary'`);
  return oneRow(rows);
}

/** The ids of workers that may hold organizations, by address. */
export async function listWorkerIds(db: Database): Promise<Map<string, number>> {
  const rows = await db.query<{ address: string; id: number }>(sql`
    select nodename || ':' || nodeport as address, nodeid as id from pg_dist_node
    where isactive and shouldhaveshards and noderole = 'primary' order by nodename, nodeport limit 1000`);
  return new Map(rows.map(({ address, id }) => [address, id]));
}

/** Online: by logical replication, writers wait only for the last records. Or writers wait all the time. */
export type TransferMode = "auto" | "block_writes";

/** Splits the organization off the shard that it shares with others. */
export async function isolateOrg(db: Database, orgId: string, mode: TransferMode): Promise<void> {
  await db.query(sql`
    select isolate_tenant_to_new_shard(${anchorTable}::regclass, ${orgId}::text, 'CASCADE',
      shard_transfer_mode => ${mode}::citus.shard_transfer_mode)`);
}

export async function moveShard(
  db: Database,
  { shardId, workerId }: OrgShard,
  targetId: number,
  mode: TransferMode,
): Promise<void> {
  await db.query(sql`
    select citus_move_shard_placement(${shardId}::bigint, ${workerId}::integer, ${targetId}::integer,
      ${mode}::citus.shard_transfer_mode)`);
}

export interface MoveProgress {
  /** What Citus does now, such as "Copying Data". */
  readonly status: string;
  readonly copiedBytes: number;
  readonly bytes: number;
}

/** Of the moves that run now. */
export async function findMoveProgress(db: Database): Promise<MoveProgress | undefined> {
  const [row] = await db.query<MoveProgress>(sql`
    select max(status) as status, sum(target_shard_size)::bigint as "copiedBytes",
      sum(source_shard_size)::bigint as bytes
    from get_rebalance_progress() having count(*) > 0`);
  return row;
}
