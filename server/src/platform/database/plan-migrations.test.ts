import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type PlannedMigration, planMigrations } from "./plan-migrations.ts";
import { sql } from "./sql.ts";

let database: TestDatabase;
let planned: PlannedMigration[];

const texts = [
  `create table trees (id integer primary key, height integer); create table birds (id integer);
   create table seasons (year integer) partition by range (year);
   create table seasons_1 partition of seasons for values from (1) to (2);`,
  "alter table trees add column width integer;",
  "alter table trees alter column height type bigint;",
  "create index trees_by_height on trees (height);",
  "update birds set id = id + 1;",
  "alter table seasons add column name text; create table nests (tree integer references trees);",
  "create table eggs (id integer);",
];
const migrations = texts.map((text, index) => ({
  number: index + 1,
  fileName: `000${index + 1}.sql`,
  compatibleFrom: 0,
  text,
}));

beforeAll(async () => {
  database = await createEmptyDatabase();
  await database.db.query({ text: texts[0] ?? "", values: [] });
  await database.db.query(sql`insert into trees select n, n from generate_series(1, 20000) as n`);
  planned = await planMigrations(database.db, migrations.slice(0, 1), migrations.slice(1));
});

afterAll(() => database.drop());

test.each([
  [2, { trees: "AccessExclusiveLock" }, {}],
  [3, { trees: "AccessExclusiveLock" }, { trees: "rewrite" }],
  [4, { trees: "ShareLock" }, { trees: "scan" }],
  [5, { birds: "RowExclusiveLock" }, { birds: "update" }],
  [6, { seasons: "AccessExclusiveLock", trees: "ShareRowExclusiveLock" }, {}],
  [7, {}, {}],
])("the plan of migration %i has its locks and its work", (number, locks, work) => {
  const plan = planned.find(({ migration }) => migration.number === number);

  expect(Object.fromEntries(plan?.locks.map(({ table, mode }) => [table, mode]) ?? [])).toEqual(locks);
  expect(Object.fromEntries(plan?.work.map(({ table, kind }) => [table, kind]) ?? [])).toEqual(work);
});

test("the estimated time follows from the sizes in the database", () => {
  const rewrite = planned.find(({ migration }) => migration.number === 3);

  expect(rewrite?.work[0]?.bytes).toBeGreaterThan(500_000);
  expect(rewrite?.estimatedMs).toBeGreaterThan(20);
});

test("a plan changes nothing in the database", async () => {
  const tables = await database.db.query(sql`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    order by relname`);

  expect(tables.map(({ name }: { name?: string }) => name)).toEqual(["birds", "seasons", "seasons_1", "trees"]);
});
