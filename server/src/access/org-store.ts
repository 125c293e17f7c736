import type { RetainedData } from "@weft/contract";
import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";

/** An org that limits the retention of some data. */
export interface OrgDays {
  readonly orgId: string;
  readonly days: number;
}

/** Days by entity type. */
export type Retention = Readonly<Record<string, number>>;

/** Days after which data of an org is deleted, where it is not the default. */
export type DataRetention = Readonly<Partial<Record<RetainedData, number>>>;

// More than any installation has.
const orgsMax = 100_000;

export interface OrgRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly time_zone: string;
  readonly retention: Retention;
  /** Days by kind of data. */
  readonly data_retention: DataRetention;
  /** Null: the operator's default. */
  readonly audit_retention_days: number | null;
  /** Null: no limit. */
  readonly key_lifetime_days: number | null;
  /** Null unless the operator has suspended it. */
  readonly suspended_on: Date | null;
  readonly suspension_reason: string | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
}

export async function insertOrg(tx: Transaction, org: { id: string; slug: string; name: string }): Promise<OrgRow> {
  const rows = await tx.query<OrgRow>(sql`
    insert into orgs (id, slug, name) values (${org.id}, ${org.slug}, ${org.name}) returning *`);
  return oneRow(rows);
}

export async function findOrg(db: Database, orgId: string): Promise<OrgRow | undefined> {
  const rows = await db.query<OrgRow>(prepared`
    select id, slug, name, time_zone, retention, data_retention, audit_retention_days, key_lifetime_days, suspended_on,
      suspension_reason, version, created_on, updated_on
    from orgs where id = ${orgId}`);
  return rows[0];
}

/** Also by a slug from before a rename, while that is valid. */
export async function findOrgBySlug(db: Database, slug: string): Promise<OrgRow | undefined> {
  const rows = await db.query<OrgRow>(prepared`
    select id, slug, name, time_zone, retention, data_retention, audit_retention_days, key_lifetime_days, suspended_on,
      suspension_reason, version, created_on, updated_on
    from orgs where slug = ${slug}
      or id = (select owner_id from former_slugs where slug = ${slug} and valid_until > now())`);
  return rows[0];
}

/** The ids of organizations by their slugs, also by those from before a rename, while they are valid. */
export async function findOrgIds(db: Database, slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ slug: string; id: string }>(prepared`
    select slug, id from orgs where slug = any(${[...slugs]}::text[])
    union all
    select slug, owner_id from former_slugs where slug = any(${[...slugs]}::text[]) and valid_until > now()`);
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

export async function isFormerSlug(db: Database, orgId: string, slug: string): Promise<boolean> {
  const rows = await db.query(prepared`
    select 1 from former_slugs where slug = ${slug} and owner_id = ${orgId} and valid_until > now()`);
  return rows.length > 0;
}

/** Creating and renaming orgs exclude each other until the transaction ends, so that no slug gets two meanings. */
export async function lockSlugs(tx: Transaction): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(7461003)`);
}

export async function hasAnyOrg(db: Database): Promise<boolean> {
  const rows = await db.query(sql`select 1 from orgs limit 1`);
  return rows.length > 0;
}

/** For operators, whose actions may concern every org. */
export async function listOrgs(db: Database): Promise<OrgRow[]> {
  return db.query<OrgRow>(sql`/* of all orgs: the list of orgs */ select * from orgs order by slug limit ${orgsMax}`);
}

/**
 * Blocks changes of the org, but not references to it: a transaction that adds a type inserts such a reference while it
 * holds the org's feed, and a change of the org waits for the feed.
 */
export async function lockOrg(tx: Transaction, orgId: string): Promise<OrgRow | undefined> {
  const rows = await tx.query<OrgRow>(sql`select * from orgs where id = ${orgId} for no key update`);
  return rows[0];
}

export async function saveOrg(tx: Transaction, org: OrgRow): Promise<OrgRow> {
  const rows = await tx.query<OrgRow>(sql`
    update orgs
    set name = ${org.name}, time_zone = ${org.time_zone}, retention = ${JSON.stringify(org.retention)}::jsonb,
        data_retention = ${JSON.stringify(org.data_retention)}::jsonb,
        audit_retention_days = ${org.audit_retention_days}, key_lifetime_days = ${org.key_lifetime_days},
        version = version + 1, updated_on = now()
    where id = ${org.id} returning *`);
  return oneRow(rows);
}

/**
 * The orgs whose import is not complete. Nothing of them expires, and no erasure is finished: what an entry of the archive
 * refers to, and what refers to it, may come with another one.
 */
export const orgsInImport = sql`select subject_id from org_imports`;

/** The orgs after the given one that have a retention limit. */
export async function listRetentions(
  db: Database,
  after: string,
  limit: number,
): Promise<Pick<OrgRow, "id" | "retention">[]> {
  return db.query<Pick<OrgRow, "id" | "retention">>(sql`
    select id, retention from orgs
    where id > ${after} and retention <> '{}' and id not in (${orgsInImport}) order by id limit ${limit}`);
}

/** Of several nodes that start at once, one continues and the others wait for its commit. */
export async function lockFirstStart(tx: Transaction): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(7461002)`);
}

/** The orgs after the given one that limit the data. */
export async function listOrgsWithRetention(
  db: Database,
  data: RetainedData,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<OrgDays[]> {
  return db.query<OrgDays>(sql`
    /* of all orgs: expired rows */ select id as "orgId", (data_retention ->> ${data}::text)::integer as days from orgs
    where id > ${after} and data_retention ? ${data}::text and id not in (${orgsInImport})
    order by id limit ${limit}`);
}
