import { PostgresDatabase } from "../../server/src/platform/database/database.ts";
import { sql } from "../../server/src/platform/database/sql.ts";

/** What commands keep in a database while it is copied. */
const ofCommands = ["database_closure", "copied_tables"];

/**
 * The number of rows and a digest of all of them for each table of a database, by statements that share nothing with the
 * commands that copy them.
 */
export async function digestTables(connectionString: string): Promise<Record<string, string>> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-test" });
  try {
    await db.query(sql`set timezone = 'UTC'`);
    const tables = await db.query<{ name: string }>(sql`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${ofCommands})`);
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      const text = `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
        from "${name}" t`;
      const [found] = await db.query<{ digest: string }>({ text, values: [] });
      digests[name] = found?.digest ?? "";
    }
    const sequences = await db.query<{ name: string; value: string }>(sql`
      select sequencename as name, coalesce(last_value, 0)::text as value from pg_sequences where schemaname = 'public'`);
    return { ...digests, ...Object.fromEntries(sequences.map(({ name, value }) => [name, value])) };
  } finally {
    await db.close();
  }
}
