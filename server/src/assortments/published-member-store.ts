import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedRows } from "../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database, Transaction } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";
import type { JsonValue } from "../platform/json-value.ts";

/** A member as it was published. */
export interface PublishedMember {
  readonly itemId: string;
  readonly memberId: string;
  readonly version: number;
  readonly projectId: string | null;
  readonly isFamily: boolean;
  readonly state: Readonly<Record<string, JsonValue>>;
}

/** The members of one assortment. */
export interface BaselineScope {
  readonly orgId: string;
  readonly assortmentId: string;
}

export interface BaselineRange extends BaselineScope {
  readonly afterItemId: string;
  readonly limit: number;
}

export interface PublishedVersion {
  readonly item_id: string;
  readonly member_id: string;
  readonly version: number;
}

/** The latest baseline, in item order. */
export async function listPublishedVersions(db: Database, range: BaselineRange): Promise<PublishedVersion[]> {
  return db.query<PublishedVersion>(sql`
    select item_id, member_id, version from published_members
    where org_id = ${range.orgId} and assortment_id = ${range.assortmentId} and replaced_by is null
      and item_id > ${range.afterItemId}
    order by item_id limit ${range.limit}`);
}

export async function findPublishedStates(
  db: Database,
  { orgId, assortmentId }: BaselineScope,
  itemIds: readonly string[],
): Promise<Map<string, PublishedMember["state"]>> {
  const rows = await db.query<Pick<PublishedRow, "item_id" | "state">>(sql`
    select item_id, state from published_members
    where org_id = ${orgId} and assortment_id = ${assortmentId} and replaced_by is null
      and item_id = any(${[...itemIds]}::text[])
    order by item_id limit ${itemIds.length}`);
  return new Map(rows.map(({ item_id, state }) => [item_id, state]));
}

/** Ends the latest baseline's entries for these items with the publish of this number. */
export async function endPublished(
  tx: Transaction,
  { orgId, assortmentId }: BaselineScope,
  number: number,
  itemIds: readonly string[],
): Promise<void> {
  await tx.query(sql`
    update published_members set replaced_by = ${number}
    where org_id = ${orgId} and assortment_id = ${assortmentId} and replaced_by is null
      and item_id = any(${[...itemIds]}::text[])`);
}

export async function insertPublished(
  tx: Transaction,
  { orgId, assortmentId }: BaselineScope,
  number: number,
  members: readonly PublishedMember[],
): Promise<void> {
  await tx.query(sql`
    insert into published_members (
      org_id, assortment_id, item_id, published_by, member_id, version, project_id, is_family, state)
    select ${orgId}, ${assortmentId}, "itemId", ${number}::bigint, "memberId", version, "projectId", "isFamily", state
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as input (
      "itemId" text, "memberId" text, version integer, "projectId" text, "isFamily" boolean, state jsonb)`);
}

/** For members that were changed and reverted: the same state has a new version. */
export async function renewVersions(
  tx: Transaction,
  { orgId, assortmentId }: BaselineScope,
  members: readonly Pick<PublishedMember, "itemId" | "version">[],
): Promise<void> {
  await tx.query(sql`
    update published_members set version = renewed.version
    from unnest(${members.map(({ itemId }) => itemId)}::text[], ${members.map(({ version }) => version)}::integer[])
      as renewed (item_id, version)
    where org_id = ${orgId} and assortment_id = ${assortmentId} and replaced_by is null
      and published_members.item_id = renewed.item_id`);
}

export interface MemberTotals {
  readonly items: number;
  readonly families: number;
}

export async function countPublished(db: Database, { orgId, assortmentId }: BaselineScope): Promise<MemberTotals> {
  const rows = await db.query<MemberTotals>(sql`
    select count(*) as items, count(*) filter (where is_family) as families from published_members
    where org_id = ${orgId} and assortment_id = ${assortmentId} and replaced_by is null`);
  return oneRow(rows);
}

export interface PublishedRow {
  readonly item_id: string;
  readonly member_id: string;
  readonly version: number;
  readonly project_id: string | null;
  readonly state: PublishedMember["state"];
}

/** The baseline of a publish: the members as they were published then. */
export async function listBaseline(
  db: BoundedDatabase,
  range: BaselineRange,
  number: number,
  budget: Budget,
): Promise<BoundedRows<PublishedRow>> {
  const statement = sql`
    select item_id, member_id, version, project_id, state from published_members
    where org_id = ${range.orgId} and assortment_id = ${range.assortmentId} and item_id > ${range.afterItemId}
      and published_by <= ${number} and (replaced_by is null or replaced_by > ${number})
    order by item_id limit ${range.limit}`;
  return db.queryWithin<PublishedRow>(statement, budget);
}

/** The change of one item in a publish. A side is null if the item was not a member. */
export interface PublishedDifference {
  readonly item_id: string;
  readonly before: PublishedRow | null;
  readonly after: PublishedRow | null;
}

export async function listDifferences(
  db: BoundedDatabase,
  { orgId, assortmentId, afterItemId, limit }: BaselineRange,
  number: number,
  budget: Budget,
): Promise<BoundedRows<PublishedDifference>> {
  // The first rows of both sides combined are among the first rows of each side.
  const statement = sql`
    with ended as (
      select item_id, member_id, version, project_id, state from published_members
      where org_id = ${orgId} and assortment_id = ${assortmentId} and replaced_by = ${number}
        and item_id > ${afterItemId}
      order by item_id limit ${limit}
    ), begun as (
      select item_id, member_id, version, project_id, state from published_members
      where org_id = ${orgId} and assortment_id = ${assortmentId} and published_by = ${number}
        and item_id > ${afterItemId}
      order by item_id limit ${limit}
    )
    select item_id, case when ended.member_id is not null then to_jsonb(ended) end as before,
      case when begun.member_id is not null then to_jsonb(begun) end as after
    from ended full join begun using (item_id)
    order by item_id limit ${limit}`;
  return db.queryWithin<PublishedDifference>(statement, budget);
}

/**
 * Locks all these assortments until the end of the transaction. Returns false if one of them is already locked. The lock is
 * taken where the feed of the organization is: on the same server for all transactions, also if they began elsewhere.
 */
export async function tryLocks(tx: Transaction, orgId: string, assortmentIds: readonly string[]): Promise<boolean> {
  const rows = await tx.query<{ are_taken: boolean }>(sql`
    select coalesce(bool_and(pg_try_advisory_xact_lock(hashtextextended(${orgId} || '/' || id, 0))), true) as are_taken
    from org_feeds, unnest(${[...assortmentIds]}::text[]) as id where org_id = ${orgId}`);
  return oneRow(rows).are_taken;
}

/** Empties the states of members that are, or are in, the entities. */
export async function stripMembers(tx: Transaction, orgId: string, ids: readonly string[]): Promise<void> {
  const wanted = [...ids];
  await tx.query(sql`
    update published_members set state = '{}'
    where org_id = ${orgId} and state <> '{}'
      and (assortment_id = any(${wanted}::text[]) or item_id = any(${wanted}::text[]) or member_id = any(${wanted}::text[]))`);
}
