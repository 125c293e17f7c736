import assert from "node:assert";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { identifier, oneRow, type SqlStatement, sql } from "../../platform/database/sql.ts";
import type { OrgTable } from "../org-tables.ts";
import type { ArchiveManifest } from "./org-archive.ts";

export async function readSchemaVersion(db: Database): Promise<number> {
  return oneRow(await db.query<{ number: number }>(sql`select max(number) as number from schema_migrations`)).number;
}

/** What an exported row has instead of a stored one: no secrets, no claims of nodes, no places of bytes. */
const presented: Partial<Record<OrgTable, SqlStatement>> = {
  users: sql`'{"password_hash": null}'::jsonb`,
  org_sign_on: sql`'{"client_secret": null}'::jsonb`,
  event_workflow_versions: sql`'{"secrets": null}'::jsonb`,
  inbound_webhooks: sql`'{"secret": "\\\\x", "previous_secret": null}'::jsonb`,
  // An empty secret cannot be decrypted, and deliveries say so until it is entered again.
  webhooks: sql`jsonb_build_object('secret', case when t.secret is null then null else '\\x' end,
    'secret_hint', null, 'previous_secret', null)`,
  // As after the loss of the node that had claimed it.
  event_workflow_tasks: sql`jsonb_build_object('claimed_by', null,
    'run_on', case when t.claimed_by is null then t.run_on else t.updated_on end)`,
  webhook_deliveries: sql`jsonb_build_object('claimed_by', null,
    'due_on', case when t.claimed_by is null then t.due_on else t.updated_on end)`,
  loads: sql`'{"claim": null}'::jsonb`,
  // Thumbnails are made again.
  files: sql`'{"pieces": [], "picture": null}'::jsonb`,
};

/** Drawn again by the import. */
const omitted: Partial<Record<OrgTable, string>> = { webhook_deliveries: "number" };

const ended: Partial<Record<OrgTable, SqlStatement>> = { loads: sql`and t.ended_on is not null` };

/** Opens a cursor on the rows of a table as lines of JSON, in an order that every export repeats. */
export async function openRows(tx: Transaction, orgId: string, table: OrgTable): Promise<void> {
  const name = identifier(table);
  const order = table === "webhook_deliveries" ? sql`t.number` : await keyOf(tx, table);
  await tx.query(sql`
    declare org_rows no scroll cursor for
    select (to_jsonb(t) - 'org_id' - ${omitted[table] ?? ""}::text || ${presented[table] ?? sql`'{}'::jsonb`})::text as line
    from ${name} t where t.org_id = ${orgId} ${ended[table] ?? sql``} order by ${order}`);
}

async function keyOf(tx: Transaction, table: OrgTable): Promise<SqlStatement> {
  const columns = await tx.query<{ name: string }>(sql`
    select a.attname as name from pg_index i
    cross join lateral unnest(i.indkey::int2[]) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = ${table}::regclass and i.indisprimary order by k.place`);
  return columns.map(({ name }) => identifier(name)).reduce((list, column) => sql`${list}, t.${column}`, sql`t.org_id`);
}

/** Few at once: all of them may be as large as an entity and its history can be, which is some megabytes. */
export async function fetchRows(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ line: string }>(sql`fetch 25 from org_rows`);
  return rows.map(({ line }) => line);
}

export async function closeRows(tx: Transaction): Promise<void> {
  await tx.query(sql`close org_rows`);
}

/** What an importer must enter again, because it is secret. */
export async function findSecrets(db: Database, orgId: string): Promise<ArchiveManifest["toEnterAgain"]> {
  return oneRow(
    await db.query<ArchiveManifest["toEnterAgain"]>(sql`
      select (select count(*) from users where org_id = ${orgId} and password_hash is not null) as passwords,
        array(select name from apps a where org_id = ${orgId} and exists (
          select 1 from api_keys k where k.org_id = ${orgId} and k.app_id = a.id and k.revoked_on is null)
          order by name) as "keysOfApps",
        exists (select 1 from org_sign_on where org_id = ${orgId} and client_secret is not null)
          as "signOnClientSecret",
        array(select id from webhooks where org_id = ${orgId} and secret is not null order by id) as webhooks,
        array(select id from inbound_webhooks where org_id = ${orgId} order by id) as "inboundWebhooks",
        array(select distinct w.identifier from event_workflows w
          join event_workflow_versions v on v.org_id = w.org_id and v.workflow_id = w.id and v.version = w.version
          where w.org_id = ${orgId} and v.secrets is not null order by w.identifier) as workflows`),
  );
}

export async function countLoadsInProgress(db: Database, orgId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count from loads where org_id = ${orgId} and ended_on is null`);
  return oneRow(rows).count;
}

/** What the service can read of a column: JavaScript has neither larger integers nor other dates. */
const readable: Readonly<Record<string, (column: SqlStatement) => SqlStatement>> = {
  bigint: (column) => sql`coalesce(p.${column} between -9007199254740991 and 9007199254740991, true)`,
  "timestamp with time zone": (column) => sql`coalesce(p.${column} between '0001-01-01' and '9999-12-31', true)`,
};

/**
 * The rows of a chunk, with the columns that both the archive and the table have; others get their default. As little as
 * an export does an import trust an archive with secrets, claims and places of bytes. Returns the number of rows that
 * were inserted: those with an unreadable value are not.
 */
export async function insertRows(
  tx: Transaction,
  orgId: string,
  { table, lines }: { readonly table: OrgTable; readonly lines: readonly string[] },
): Promise<number> {
  const known = await tx.query<{ name: string; type: string }>(sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_identity = 'NO' and column_name <> 'org_id'
      and column_name in (select jsonb_object_keys(${lines[0] ?? "{}"}::jsonb))
    order by ordinal_position`);
  const name = identifier(table);
  const columns = known.reduce((list, column) => sql`${list}, ${identifier(column.name)}`, sql`org_id`);
  const values = known.reduce((list, column) => sql`${list}, p.${identifier(column.name)}`, sql`${orgId}`);
  const isReadable = known.reduce((all, column) => {
    const check = readable[column.type];
    return check === undefined ? all : sql`${all} and ${check(identifier(column.name))}`;
  }, sql`true`);
  const rows = sql`jsonb_populate_recordset(null::${name}, ${`[${lines.join(",")}]`}::jsonb)`;
  const shown = presented[table];
  const source =
    shown === undefined ? sql`${rows} p` : sql`${rows} t cross join lateral jsonb_populate_record(t, ${shown}) p`;
  const inserted = await tx.query(sql`
    insert into ${name} (${columns}) select ${values} from ${source} where ${isReadable} returning 1`);
  return inserted.length;
}

/** Callers of an inbound webhook name only its id, so it must be unique across orgs. */
export async function hasInboundWebhookOfAnother(tx: Transaction, orgId: string): Promise<boolean> {
  const own = await tx.query<{ id: string }>(sql`select id from inbound_webhooks where org_id = ${orgId}`);
  const others = await tx.query(sql`
    /* of all orgs: unique ids */ select 1 from inbound_webhooks
    where id = any(${own.map(({ id }) => id)}) and org_id <> ${orgId} limit 1`);
  return others.length > 0;
}

export async function insertImportedOrg(tx: Transaction, org: ArchiveManifest["org"], reason: string): Promise<void> {
  await tx.query(sql`
    insert into orgs (id, slug, name, time_zone, retention, data_retention, audit_retention_days, key_lifetime_days,
      created_on, suspended_on, suspension_reason)
    values (${org.id}, ${org.slug}, ${org.name}, ${org.timeZone}, ${JSON.stringify(org.retention)}::jsonb,
      ${JSON.stringify(org.dataRetention)}::jsonb, ${org.auditRetentionDays}, ${org.keyLifetimeDays}, ${org.createdOn}, now(), ${reason})`);
}

export interface ImportRow {
  readonly id: string;
  readonly subject_id: string;
  readonly has_new_ids: boolean;
  readonly entries_done: number;
}

/** Locks it: of several runs of the same import, one continues and the others wait. */
export async function findImport(tx: Transaction, exportId: string): Promise<ImportRow | undefined> {
  const rows = await tx.query<ImportRow>(sql`select * from org_imports where id = ${exportId} for update`);
  return rows[0];
}

export async function insertImport(tx: Transaction, row: Omit<ImportRow, "entries_done">): Promise<void> {
  await tx.query(sql`
    insert into org_imports (id, subject_id, has_new_ids) values (${row.id}, ${row.subject_id}, ${row.has_new_ids})`);
}

/** False if another run has imported the entry meanwhile. */
export async function passEntry(tx: Transaction, exportId: string, entry: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update org_imports set entries_done = ${entry + 1} where id = ${exportId} and entries_done = ${entry} returning 1`);
  return rows.length > 0;
}

/** False if another run has completed it, or the org is being deleted. */
export async function deleteImport(tx: Transaction, exportId: string): Promise<boolean> {
  const rows = await tx.query(sql`delete from org_imports where id = ${exportId} returning 1`);
  return rows.length > 0;
}

export async function isImporting(db: Database, orgId: string): Promise<boolean> {
  return (await db.query(sql`select 1 from org_imports where subject_id = ${orgId} limit 1`)).length > 0;
}

/** Waits for an entry that is being imported; no further one will be. */
export async function stopImport(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`delete from org_imports where subject_id = ${orgId}`);
}

export async function attachBytes(
  tx: Transaction,
  orgId: string,
  { fileId, key, size }: { readonly fileId: string; readonly key: string; readonly size: number },
): Promise<void> {
  const rows = await tx.query(sql`
    update files set pieces = ${JSON.stringify([{ key, size }])}::jsonb
    where org_id = ${orgId} and id = ${fileId} returning 1`);
  assert(rows.length === 1, "bytes of a file that was not imported");
}
