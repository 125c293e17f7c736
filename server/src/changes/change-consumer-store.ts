import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";
import { epochSize, type Position } from "./change-cursor.ts";

export interface ChangeConsumerRow {
  readonly name: string;
  readonly sequence: number;
  readonly stamp: Date;
  readonly updated_on: Date;
  readonly updated_by_id: string | null;
  readonly owner_id: string | null;
}

/** The consumers of one app or user, or all consumers of the org. */
export type ConsumerScope = { readonly ownerId: string } | "all";

// The fallback covers rows that a node of the previous version stored without an owner.
const ownerColumn = sql`coalesce(known.owner_id, known.updated_by_id)`;

function inScope(scope: ConsumerScope) {
  return scope === "all" ? sql`true` : sql`${ownerColumn} = ${scope.ownerId}`;
}

const columns = sql`known.name, known.sequence, known.stamp, known.updated_on, known.updated_by_id,
  ${ownerColumn} as owner_id`;

export async function listChangeConsumers(
  db: Database,
  orgId: string,
  scope: ConsumerScope,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ChangeConsumerRow[]> {
  return db.query<ChangeConsumerRow>(sql`
    select ${columns} from change_consumers known
    where known.org_id = ${orgId} and known.name > ${after} and ${inScope(scope)}
    order by known.name limit ${limit}`);
}

export async function findChangeConsumer(
  db: Database,
  orgId: string,
  scope: ConsumerScope,
  name: string,
): Promise<ChangeConsumerRow | undefined> {
  const rows = await db.query<ChangeConsumerRow>(sql`
    select ${columns} from change_consumers known
    where known.org_id = ${orgId} and known.name = ${name} and ${inScope(scope)}`);
  return rows[0];
}

export interface MovedPlace {
  readonly name: string;
  readonly place: Position;
  readonly movedById: string;
  /** The new owner. Undefined keeps the current owner; a new consumer is then owned by the caller. */
  readonly ownerId: string | undefined;
  readonly now: Date;
}

/** Returns nothing if the name belongs to an owner outside the scope. */
export async function saveChangeConsumer(
  tx: Transaction,
  orgId: string,
  scope: ConsumerScope,
  { name, place, movedById, ownerId, now }: MovedPlace,
): Promise<ChangeConsumerRow | undefined> {
  const rows = await tx.query<ChangeConsumerRow>(sql`
    insert into change_consumers as known (org_id, name, sequence, stamp, updated_on, updated_by_id, owner_id)
    values (${orgId}, ${name}, ${place.sequence}, ${new Date(place.stamp)}, ${now}, ${movedById},
      ${ownerId ?? movedById})
    on conflict (org_id, name) do update
    set sequence = excluded.sequence, stamp = excluded.stamp, updated_on = excluded.updated_on,
      updated_by_id = excluded.updated_by_id,
      owner_id = coalesce(${ownerId ?? null}::text, ${ownerColumn}, excluded.owner_id)
    where ${inScope(scope)}
    returning ${columns}`);
  return rows[0];
}

export async function saveConsumerOwner(
  tx: Transaction,
  orgId: string,
  scope: ConsumerScope,
  { name, ownerId }: { readonly name: string; readonly ownerId: string },
): Promise<ChangeConsumerRow | undefined> {
  const rows = await tx.query<ChangeConsumerRow>(sql`
    update change_consumers known set owner_id = ${ownerId}
    where known.org_id = ${orgId} and known.name = ${name} and ${inScope(scope)} returning ${columns}`);
  return rows[0];
}

/** Returns true if the consumer existed. */
export async function deleteChangeConsumer(
  tx: Transaction,
  orgId: string,
  scope: ConsumerScope,
  name: string,
): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from change_consumers known
    where known.org_id = ${orgId} and known.name = ${name} and ${inScope(scope)} returning known.name`);
  return rows.length > 0;
}

const lag = sql`(mod(f.last_sequence, ${epochSize}::bigint) - mod(c.sequence, ${epochSize}::bigint))`;

/** The number of unread records of the consumer that is furthest behind. */
export async function findLongestLag(db: Database): Promise<number> {
  const rows = await db.query<{ lag: number }>(sql`
    /* of all orgs: metrics */ select coalesce(max(${lag}), 0)::bigint as lag
    from change_consumers c join org_feeds f on f.org_id = c.org_id`);
  return oneRow(rows).lag;
}

/** The same for the organizations whose consumers are furthest behind. */
export async function findLagByOrg(
  db: Database,
  orgsMax: number,
): Promise<{ readonly slug: string; readonly count: number }[]> {
  return db.query<{ slug: string; count: number }>(sql`
    /* of all orgs: metrics */ select o.slug, max(${lag})::bigint as count
    from change_consumers c join org_feeds f on f.org_id = c.org_id join orgs o on o.id = c.org_id
    where ${lag} > 0 group by o.slug order by count desc, o.slug limit ${orgsMax}`);
}
