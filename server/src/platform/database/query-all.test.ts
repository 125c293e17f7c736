import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { PostgresDatabase, type Transaction } from "./database.ts";
import { prepared, type SqlStatement, sql } from "./sql.ts";

let database: TestDatabase;
/** One connection: a statement after a failed one uses it again. */
let db: PostgresDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(sql`create table notes (id integer primary key, text text)`);
  const { connectionString } = database;
  db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "one-connection" });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

beforeEach(() => database.db.query(sql`truncate notes`));

function insertNote(id: number): SqlStatement {
  return prepared`insert into notes (id, text) values (${id}, 'x') returning id`;
}

async function noteIds(): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`select id from notes order by id`);
  return rows.map(({ id }) => id);
}

test("statements sent together run in order, and each has its rows", async () => {
  const results = await db.transaction((tx) =>
    tx.queryAll([
      insertNote(1),
      sql`update notes set text = 'y' where id = 1 returning text`,
      insertNote(2),
      sql`select count(*) as count from notes`,
    ]),
  );

  expect(results).toEqual([[{ id: 1 }], [{ text: "y" }], [{ id: 2 }], [{ count: 2 }]]);
  expect(await noteIds()).toEqual([1, 2]);
});

test("statements can be sent one by one before and after those sent together", async () => {
  await db.transaction(async (tx) => {
    await tx.query(insertNote(1));
    await tx.queryAll([insertNote(2), insertNote(3)]);
    await tx.queryAll([]);
    await tx.query(insertNote(4));
  });

  expect(await noteIds()).toEqual([1, 2, 3, 4]);
});

test.each([
  ["first", () => [insertNote(1), insertNote(2), insertNote(3)]],
  ["last", () => [insertNote(3), insertNote(2), insertNote(1)]],
])("a failure of the %s of them is thrown, and nothing is written", async (_, statements) => {
  await db.transaction((tx) => tx.query(insertNote(1)));

  const attempt = db.transaction((tx) => tx.queryAll(statements()));

  await expect(attempt).rejects.toMatchObject({ code: "23505", constraint: "notes_pkey" });
  expect(await noteIds()).toEqual([1]);
});

test("a statement that cannot be parsed does not disturb the connection", async () => {
  const attempt = db.transaction((tx) => tx.queryAll([insertNote(1), sql`select no_such_column`, insertNote(2)]));

  await expect(attempt).rejects.toMatchObject({ code: "42703" });
  await db.transaction((tx) => tx.queryAll([insertNote(5), insertNote(6)]));
  expect(await noteIds()).toEqual([5, 6]);
});

test("works side by side share the connection, and each has its rows", async () => {
  const work = (tx: Transaction, id: number) => async () => {
    const inserted = await tx.query<{ id: number }>(insertNote(id));
    const found = await tx.query<{ text: string }>(sql`select text from notes where id = ${id}`);
    return [...inserted, ...found];
  };

  const results = await db.transaction((tx) => tx.sideBySide([work(tx, 1), work(tx, 2), work(tx, 3)]));

  expect(results).toEqual([1, 2, 3].map((id) => ({ status: "fulfilled", value: [{ id }, { text: "x" }] })));
  expect(await noteIds()).toEqual([1, 2, 3]);
});

test("one of them that fails writes nothing, and the connection stays usable", async () => {
  const work = (tx: Transaction, statement: SqlStatement) => () => tx.query(statement);

  const attempt = db.transaction(async (tx) => {
    const results = await tx.sideBySide([
      work(tx, insertNote(1)),
      work(tx, sql`select no_such_column`),
      work(tx, insertNote(2)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    throw new Error("given up");
  });

  await expect(attempt).rejects.toThrow("given up");
  expect(await noteIds()).toEqual([]);
});

test("a transaction without statements does nothing, and one whose first statement fails is rolled back", async () => {
  expect(await db.transaction(async () => "nothing")).toBe("nothing");

  await expect(db.transaction((tx) => tx.query(sql`select no_such_column`))).rejects.toMatchObject({ code: "42703" });

  expect(await db.planOnly((tx) => tx.query(insertNote(1)))).toEqual([{ id: 1 }]);
  expect(await noteIds()).toEqual([]);
});

test("a transaction whose connection is lost before its first statement is unavailable", async () => {
  const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'one-connection'`;
  await noteIds();

  const attempt = db.transaction(async (tx) => {
    await database.db.query(end);
    await tx.query(insertNote(1));
  });

  await expect(attempt).rejects.toMatchObject({ code: "unavailable" });
  expect(await noteIds()).toEqual([]);
});
