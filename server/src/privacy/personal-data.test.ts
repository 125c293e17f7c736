import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { personalColumns, unpersonalColumns } from "./personal-data.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** Columns that can hold texts, apart from ids of the service, hashes and names of types. */
async function textColumns(): Promise<string[]> {
  const rows = await database.db.query<{ column: string }>(sql`
    select c.relname || '.' || a.attname as column
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'bytea'::regtype,
        'varchar'::regtype, 'inet'::regtype, 'tsvector'::regtype)
      and c.relname <> 'schema_migrations'
      and a.attname !~ '(^|_)(ids?|hash|type)$'
    order by 1`);
  return rows.map(({ column }) => column);
}

const personal: readonly string[] = Object.entries(personalColumns).flatMap(([table, columns]) =>
  columns.map((column) => `${table}.${column}`),
);

/** They look like ids of the service, and are texts of others. */
const namedLikeIds = /\.(external_id|federated_id|client_id|secret_hash|password_hash)$/;

test("every column that can hold a name, an email or an address is classified", async () => {
  const classified = [...personal, ...unpersonalColumns];

  const columns = await textColumns();

  expect(columns.filter((column) => !classified.includes(column))).toEqual([]);
  expect(new Set(classified).size).toBe(classified.length);
});

test("every classified column exists", async () => {
  const columns = await textColumns();

  const gone = [...personal, ...unpersonalColumns].filter(
    (column) => !columns.includes(column) && !namedLikeIds.test(column),
  );
  expect(gone).toEqual([]);
});
