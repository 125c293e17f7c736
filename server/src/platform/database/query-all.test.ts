import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { PostgresDatabase } from "./database.ts";
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
