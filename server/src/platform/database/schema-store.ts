import type { Database } from "./database.ts";
import { oneRow, sql } from "./sql.ts";

export interface AppliedMigration {
  readonly number: number;
  /** See Migration. Null if a server applied it that did not record this. */
  readonly compatibleFrom: number | null;
}

/** What a role finds in the database, and what it may do there. */
export interface SchemaState {
  /** The name of the role. */
  readonly role: string;
  /** None if there is no schema yet. */
  readonly applied: readonly AppliedMigration[];
  /** Whether it may create tables, and change those that are there. */
  readonly isOwner: boolean;
  /** Tables and functions that it may not use. */
  readonly denied: readonly string[];
}

export async function readSchema(db: Database): Promise<SchemaState> {
  const { exists, isReadable, ...found } = oneRow(
    await db.query<Pick<SchemaState, "role" | "isOwner"> & { exists: boolean; isReadable: boolean }>(sql`
      select current_user as role, ledger is not null as exists,
        coalesce(has_table_privilege(ledger, 'select'), false) as "isReadable",
        coalesce(has_schema_privilege(current_schema(), 'create'), false)
          and (ledger is null or exists (select 1 from pg_class where oid = ledger and pg_has_role(relowner, 'usage')))
          as "isOwner"
      from to_regclass('schema_migrations') as ledger`),
  );
  return {
    ...found,
    applied: isReadable ? await readApplied(db) : [],
    denied: exists ? await findDenied(db) : [],
  };
}

/** Requires the table schema_migrations. */
export async function readApplied(db: Database): Promise<AppliedMigration[]> {
  // Through JSON: servers of earlier versions made the table without the column.
  return db.query<AppliedMigration>(sql`
    select number, (to_jsonb(schema_migrations) ->> 'compatible_from')::integer as "compatibleFrom"
    from schema_migrations order by number limit 10000`);
}

/** Of the tables and functions of the role that has migrated: the schema may have others that are not ours. */
async function findDenied(db: Database): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    with ledger as (select relowner as owner, relnamespace as namespace from pg_class
      where oid = to_regclass('schema_migrations'))
    select relname::text as name from pg_class, ledger
    where relowner = owner and relnamespace = namespace and relkind in ('r', 'p') and not relispartition
      and not (has_table_privilege(oid, 'select') and (relname = 'schema_migrations'
        or has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update')
          and has_table_privilege(oid, 'delete')))
    union all
    select proname || '()' from pg_proc, ledger
    where proowner = owner and pronamespace = namespace and not has_function_privilege(oid, 'execute')
    order by name limit 1000`);
  return rows.map(({ name }) => name);
}

/** The names that grants need. */
export interface SchemaNames {
  readonly database: string;
  readonly schema: string;
  readonly owner: string;
  /** Whether the tables exist in which an earlier version kept jobs. */
  readonly hasOldQueue: boolean;
}

/** Undefined if there is no schema yet. */
export async function findSchemaNames(db: Database): Promise<SchemaNames | undefined> {
  const rows = await db.query<SchemaNames>(sql`
    select current_database() as database, relnamespace::regnamespace::text as schema,
      pg_get_userbyid(relowner) as owner, to_regclass('graphile_worker._private_jobs') is not null as "hasOldQueue"
    from pg_class where oid = to_regclass('schema_migrations')`);
  return rows[0];
}
