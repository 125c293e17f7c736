import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { createEmptyDatabase, createTestDatabase, runOnce, type TestDatabase } from "../testing/test-database.ts";
import { compareTable, findTables, onSnapshot, orderTables, pagesOf, type RowPage } from "./copy-tables.ts";
import { whileClosed } from "./fill-database.ts";
import type { CatalogTable } from "./table-catalog-store.ts";
import { insertRows } from "./table-rows-store.ts";

test("every table of the schema would be copied, each after those that it refers to", async () => {
  const { db, drop } = await createTestDatabase();
  try {
    const found = await findTables(db);

    const known = await db.query<{ name: string }>(sql`
      select tablename::text as name from pg_tables
      where schemaname = 'public' and tablename !~ '^changes_' order by tablename`);
    const names = found.map(({ name }) => name);
    expect(names.toSorted()).toEqual(known.map(({ name }) => name));
    const columns = await db.query<{ count: number }>(sql`
      select count(*) as count from information_schema.columns
      where table_schema = 'public' and table_name = any(${names})`);
    expect(found.flatMap((table) => table.columns)).toHaveLength(columns[0]?.count ?? 0);
    for (const { name, refersTo } of found) {
      expect(refersTo.filter((other) => names.indexOf(other) > names.indexOf(name))).toEqual([]);
    }
  } finally {
    await drop();
  }
});

test("tables that refer to others come after them", () => {
  const ordered = orderTables([
    { name: "keys", refersTo: ["apps", "users"] },
    { name: "apps", refersTo: ["orgs"] },
    { name: "orgs", refersTo: [] },
    { name: "users", refersTo: ["orgs"] },
  ]);

  expect(ordered.map(({ name }) => name)).toEqual(["orgs", "apps", "users", "keys"]);
});

test("a table without a primary key is named", async () => {
  const { db, connectionString, drop } = await createEmptyDatabase();
  await runOnce(connectionString, "create table notes (text text)");

  await expect(findTables(db)).rejects.toThrow(/^The table notes cannot be copied/);
  await drop();
});

describe("rows", () => {
  let from: TestDatabase;
  let to: TestDatabase;
  let table: CatalogTable;

  beforeAll(async () => {
    [from, to] = [await createEmptyDatabase(), await createEmptyDatabase()];
    const definition = `create table odd_values (
      id text collate "C" not null, place bigint not null, number bigint generated always as identity, amount numeric,
      share double precision, bytes bytea, json jsonb, texts text[], numbers integer[], at timestamptz,
      stamp timestamptz(3), day date, long interval, is_odd boolean, note text, primary key (id, place))`;
    await runOnce(from.connectionString, definition);
    await runOnce(to.connectionString, definition);
    // Sessions of other databases may have other formats.
    const [, name] = /db=(\w+)/.exec(to.connectionString) ?? [];
    await runOnce(to.connectionString, `alter database ${name} set datestyle = 'German'`);
    await runOnce(to.connectionString, `alter database ${name} set timezone = 'Asia/Kolkata'`);
    await runOnce(
      from.connectionString,
      `insert into odd_values (id, place, amount, share, bytes, json, texts, numbers, at, stamp, day, long, is_odd, note)
       values
       ('a', 9007199254740993, 'NaN', '-0', '\\x00ff', '{"a": 1.10, "b": ["\\u00e9", null], "": 1e400}',
        array['', 'a,b', '"q"', null, E'\\\\\\n'], array[1, null], '2026-11-18 01:02:03.123456+02', '1900-01-01', '0044-03-15 BC',
        '1 mon -2 days 00:00:00.000001', true, ''),
       ('a', -1, 123456789012345678901234567890.123456789, 'Infinity', '', 'null', '{}', null, '-infinity', 'infinity',
        'infinity', null, false, E'tab\\t "quote" \\\\N \\u2028 emoji \\U0001F600'),
       ('Z', 0, null, 5e-324, null, null, null, null, null, null, null, null, null, null)`,
    );
    table = (await findTables(from.db)).find(({ name: found }) => found === "odd_values") ?? expect.fail();
  });

  afterAll(async () => {
    await from.drop();
    await to.drop();
  });

  const compare = () => onSnapshot(from.db, (own) => onSnapshot(to.db, (other) => compareTable(own, other, table)));

  test("of all types are copied exactly, whatever the formats of the sessions", async () => {
    await onSnapshot(from.db, async (snapshot) => {
      for await (const { lines } of pagesOf(snapshot, table)) {
        await whileClosed(to.db, (tx) => insertRows(tx, table, lines));
      }
    });

    expect(await compare()).toEqual({ rows: 3 });
    const [own, copied] = await Promise.all(
      [from, to].map(({ db }) =>
        onSnapshot(db, (tx) =>
          tx.query<{ text: string }>(sql`select t::text as text from odd_values t order by id, place`),
        ),
      ),
    );
    expect(copied).toEqual(own);
    expect(own).toHaveLength(3);
  });

  test.each([
    ["a value that differs", "update odd_values set note = note || ' ' where place = -1", "a, -1"],
    ["a null instead of an empty text", "update odd_values set note = null where place > 1", "a, 9007199254740993"],
    ["a row that is missing", "delete from odd_values where id = 'Z'", "Z, 0"],
    ["a row too many", "insert into odd_values (id, place) values ('b', 1)", "b, 1"],
  ])("%s is found", async (_, statement, key) => {
    const difference = await whileClosed(to.db, async (tx) => {
      await tx.query({ text: statement, values: [] });
      const found = await onSnapshot(from.db, (own) => compareTable(own, tx, table));
      throw new Rollback(found.difference);
    }).catch((error: unknown) => (error instanceof Rollback ? error.found : expect.fail(String(error))));

    expect(difference).toEqual({ table: "odd_values", key });
  });

  test("that are large come a few at a time, and continue after a key", async () => {
    await runOnce(
      from.connectionString,
      "insert into odd_values (id, place, note) select 'large', n, repeat('x', 400000) from generate_series(1, 7) n",
    );

    const pages: RowPage[] = [];
    await onSnapshot(from.db, async (tx) => {
      for await (const page of pagesOf(tx, table, ["a", "9007199254740993"])) {
        pages.push(page);
      }
    });

    expect(pages.map(({ lines }) => lines.length)).toEqual([3, 3, 1]);
    expect(pages.map(({ last }) => last)).toEqual([
      ["large", "3"],
      ["large", "6"],
      ["large", "7"],
    ]);
  });
});

/** Ends a transaction without its changes. */
class Rollback extends Error {
  readonly found: unknown;

  constructor(found: unknown) {
    super();
    this.found = found;
  }
}
