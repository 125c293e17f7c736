import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, runOnce, type TestDatabase } from "../../testing/test-database.ts";
import { PostgresDatabase } from "./database.ts";
import { connectClient } from "./database-hosts.ts";
import { sql } from "./sql.ts";
import { type DatabaseProxy, startDatabaseProxy } from "./testing/database-proxy.ts";

let database: TestDatabase;
let first: DatabaseProxy;
let second: DatabaseProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  first = await startDatabaseProxy(database.connectionString);
  second = await startDatabaseProxy(database.connectionString);
});

afterAll(async () => {
  await first.close();
  await second.close();
  await database.drop();
});

const dead = "127.0.0.1:1";

function hostOf({ connectionString }: Pick<DatabaseProxy, "connectionString">): string {
  return encodeURIComponent(new URL(connectionString).pathname);
}

function nameOfDatabase(): string {
  return new URL(database.connectionString).searchParams.get("db") ?? "";
}

function listOf(hosts: readonly string[], user = "postgres"): string {
  return `postgres://${user}@${hosts.join(",")}/${nameOfDatabase()}?target_session_attrs=read-write`;
}

function openPool(connectionString: string): PostgresDatabase {
  return new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-test" });
}

const ask = (db: PostgresDatabase) => db.query<{ one: number }>(sql`select 1 as one`);
const write = (db: PostgresDatabase) =>
  db.transaction((tx) => tx.query(sql`create table if not exists written (id integer)`));

test("a pool uses the first host that responds, and moves on when it no longer does", async () => {
  const db = openPool(listOf([dead, hostOf(first), hostOf(second)]));

  const before = await ask(db);
  await first.cut();
  await ask(db).catch(() => {}); // On the connection that has just broken.
  const after = await ask(db);
  await second.cut();
  await first.restore();
  await ask(db).catch(() => {});
  const back = await ask(db);
  await second.restore();
  await db.close();

  expect([before, after, back]).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
});

test("a session outside of a pool uses the first host that responds", async () => {
  const client = await connectClient(listOf([dead, hostOf(first)]), {});

  const { rows } = await client.query("select 1 as one");
  await client.end();

  expect(rows).toEqual([{ one: 1 }]);
});

test("if no host responds, the error names each of them with its reason", async () => {
  const db = openPool(listOf([dead, "127.0.0.1:2"]));

  const asked = ask(db);

  await expect(asked).rejects.toMatchObject({
    code: "unavailable",
    detail: "The database does not respond. Retry in a second.",
    cause: {
      message: "127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1; 127.0.0.1:2: connect ECONNREFUSED 127.0.0.1:2",
    },
  });
  await db.close();
});

test("a rejected user ends the search", async () => {
  const connected = connectClient(listOf([hostOf(first), dead], "no_such_role"), {});

  await expect(connected).rejects.toMatchObject({ code: "28000" });
});

test("hosts that accept no writes are not used, and a connection that accepts none is dropped", async () => {
  const db = openPool(listOf([dead, hostOf(first)]));
  const kept = openPool(database.connectionString);
  const setDefault = (value: "on" | "off") =>
    runOnce(
      database.connectionString,
      `begin read write; alter database ${nameOfDatabase()} set default_transaction_read_only = ${value}; commit`,
    );

  await setDefault("on");
  const refused = await write(db).catch((error) => error);
  const written = await write(kept).catch((error) => error);
  await setDefault("off");
  await write(db);
  await write(kept);
  await db.close();
  await kept.close();

  const readOnly = { code: "unavailable", detail: expect.stringContaining("The database is read-only") };
  expect(refused).toMatchObject({ ...readOnly, cause: { message: expect.stringContaining(": it accepts no writes") } });
  expect(written).toMatchObject(readOnly);
});
