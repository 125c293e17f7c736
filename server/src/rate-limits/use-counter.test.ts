import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "../access/caller.ts";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { deleteOldUses } from "./rate-count-store.ts";
import { UseCounter } from "./use-counter.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

function buildCaller(): Caller {
  return {
    org: { id: newId(), slug: "acme", name: "Acme" },
    actor: { id: newId(), type: "app", name: "ERP", email: undefined },
    credential: { type: "app-key", id: newId(), label: undefined, expiresOn: undefined },
    role: undefined,
    isAdministrator: false,
    rights: [],
    isNarrowed: true,
    taskId: undefined,
    ratePerSecond: undefined,
    allowedAddresses: undefined,
    csrfTokens: [],
  };
}

async function usesOf({ org, credential }: Caller): Promise<{ calls: number; refused: number }[]> {
  return database.db.query<{ calls: number; refused: number }>(sql`
    select sum(calls)::bigint as calls, sum(refused)::bigint as refused from rate_use
    where org_id = ${org.id} and credential_id = ${credential.id} having count(*) > 0`);
}

test("counts of several counters for many credentials, in any order, are added up", async () => {
  const callers = Array.from({ length: 50 }, buildCaller);
  const counters = Array.from({ length: 4 }, () => new UseCounter(database.db));

  for (const [index, counter] of counters.entries()) {
    for (const caller of index % 2 === 0 ? callers : callers.toReversed()) {
      counter.noteCall(caller);
      counter.noteCall(caller);
      counter.noteRefusal(caller);
    }
  }
  await Promise.all(counters.map((counter) => counter.close()));

  for (const caller of callers) {
    expect(await usesOf(caller)).toEqual([{ calls: 8, refused: 4 }]);
  }
});

test("nothing is written before it is due, and nothing twice", async () => {
  const caller = buildCaller();
  const counter = new UseCounter(database.db);

  counter.noteCall(caller);
  const before = await usesOf(caller);
  await Promise.all([counter.flush(), counter.flush()]);
  await counter.close();

  expect(before).toEqual([]);
  expect(await usesOf(caller)).toEqual([{ calls: 1, refused: 0 }]);
});

test("while the database is unavailable, counts are kept", async () => {
  const caller = buildCaller();
  const counter = new UseCounter(database.db);
  counter.noteCall(caller);

  await database.db.query(sql`alter table rate_use rename to rate_use_away`);
  await counter.flush();
  counter.noteCall(caller);
  await database.db.query(sql`alter table rate_use_away rename to rate_use`);
  await counter.close();

  expect(await usesOf(caller)).toEqual([{ calls: 2, refused: 0 }]);
});

test("usage is deleted after its retention period", async () => {
  const orgId = newId();
  const add = (days: number) =>
    database.db.query(sql`
      insert into rate_use (org_id, credential_id, quarter, calls, refused)
      values (${orgId}, ${newId()}, date_bin('15 minutes', now() - make_interval(days => ${days}), '2000-01-01Z'), ${days}, 0)`);
  await add(89);
  await add(91);

  await database.db.transaction((tx) => deleteOldUses(tx, 90));

  const rows = await database.db.query(sql`select calls from rate_use where org_id = ${orgId}`);
  expect(rows).toEqual([{ calls: 89 }]);
});
