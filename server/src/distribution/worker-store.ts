import type { Database } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";
import { anchorTable } from "./plan-distribution.ts";

/** A server that holds rows of organizations, and that plans statements itself. */
export interface WorkerRow {
  /** Of the server and its standbys. */
  readonly groupId: number;
  readonly host: string;
  readonly port: number;
}

/** Workers that know where all rows are. */
export async function listPlanningWorkers(db: Database): Promise<WorkerRow[]> {
  return db.query<WorkerRow>(sql`
    select groupid as "groupId", nodename as host, nodeport as port from pg_dist_node
    where isactive and shouldhaveshards and noderole = 'primary' and hasmetadata and metadatasynced and groupid <> 0
    order by groupid limit 1000`);
}

/** Changes when a shard is moved or split. */
export async function findPlacementVersion(db: Database): Promise<string> {
  const rows = await db.query<{ version: string }>(sql`
    select md5(coalesce(string_agg(shardid || ':' || groupid, ',' order by shardid, groupid), '')) as version
    from pg_dist_placement join pg_dist_shard using (shardid) where logicalrelid = ${anchorTable}::regclass`);
  return oneRow(rows).version;
}

/** The groups that hold the organizations. */
export async function findGroups(db: Database, orgIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; groupId: number }>(sql`
    select org.id, groupid as "groupId" from unnest(${[...orgIds]}::text[]) as org (id)
    join pg_dist_placement on shardid = get_shard_id_for_distribution_column(${anchorTable}::regclass, org.id)`);
  return new Map(rows.map(({ id, groupId }) => [id, groupId]));
}

interface Membership {
  readonly groupId: number;
  /** The nodes of the cluster, as this server knows them. */
  readonly nodes: string;
}

/** Identifies a server within its cluster, so that one of another cluster is not taken for it. */
export async function readMembership(db: Database): Promise<Membership> {
  const rows = await db.query<Membership>(sql`
    select (select groupid from pg_dist_local_group) as "groupId",
      (select string_agg(nodename || ':' || nodeport, ',' order by nodename, nodeport) from pg_dist_node) as nodes`);
  return oneRow(rows);
}
