import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { Problem } from "../problem.ts";
import { PostgresDatabase } from "./database.ts";
import { prepared, sql } from "./sql.ts";
import { type DatabaseProxy, startDatabaseProxy } from "./testing/database-proxy.ts";
import { asUnavailable } from "./unavailable.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
/** Connects to the database through the proxy, on one connection. */
let db: PostgresDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(sql`create table notes (id integer primary key, text text)`);
  proxy = await startDatabaseProxy(database.connectionString);
  db = new PostgresDatabase({
    connectionString: proxy.connectionString,
    connectionsMax: 1,
    applicationName: "one-connection",
  });
});

afterAll(async () => {
  await db.close();
  await proxy.close();
  await database.drop();
});

beforeEach(() => database.db.query(sql`truncate notes`));

async function noteIds(): Promise<number[]> {
  const rows = await database.db.query<{ id: number }>(sql`select id from notes order by id`);
  return rows.map(({ id }) => id);
}

async function backendPid(): Promise<number | undefined> {
  const [row] = await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return row?.pid;
}

function terminate(pid: number | undefined): Promise<object[]> {
  return database.db.query(sql`select pg_terminate_backend(${pid}::integer)`);
}

describe("a query", () => {
  test("returns rows, with counts as numbers", async () => {
    const rows = await db.query(sql`select count(*) as count, ${"x"}::text as text, null as nothing from notes`);

    expect(rows).toEqual([{ count: 0, text: "x", nothing: null }]);
  });

  test("that is prepared continues when its table gets a column, and a transaction can be repeated", async () => {
    const find = (on: Pick<PostgresDatabase, "query">) => on.query(prepared`select * from notes`);
    await find(db);
    await db.transaction(find);

    await database.db.query(sql`alter table notes add column first text`);
    const found = await find(db);
    await find(db);
    await database.db.query(sql`alter table notes add column second text`);
    const refused = await db.transaction(find).catch((error: unknown) => error);
    const repeated = await db.transaction(find);

    expect(found).toEqual([]);
    expect(refused).toMatchObject({ code: "unavailable", detail: expect.stringContaining("The schema") });
    expect(repeated).toEqual([]);
  });

  test("may be prepared, and is then planned once on a connection", async () => {
    const ask = (number: number) => db.query(prepared`select ${number}::int + 1 as sum`);

    const answers = [await ask(1), await ask(2), await ask(3)];

    expect(answers).toEqual([[{ sum: 2 }], [{ sum: 3 }], [{ sum: 4 }]]);
    const plans = await db.query(sql`select statement from pg_prepared_statements where statement like '%::int + 1%'`);
    expect(plans).toHaveLength(1);
  });

  test("treats a hostile value as a value", async () => {
    const text = "'); drop table notes; --";

    await db.transaction((tx) => tx.query(sql`insert into notes values (1, ${text})`));

    expect(await db.query(sql`select text from notes`)).toEqual([{ text }]);
  });

  test("that is invalid fails with its own error", async () => {
    await expect(db.query(sql`select no_such_column`)).rejects.toMatchObject({ code: "42703" });
  });
});

describe("a transaction", () => {
  test("is committed when its work returns, and returns its result", async () => {
    const result = await db.transaction(async (tx) => {
      await tx.query(sql`insert into notes values (1), (2)`);
      return "done";
    });

    expect(result).toBe("done");
    expect(await noteIds()).toEqual([1, 2]);
  });

  test("is not visible to others before the commit", async () => {
    const seen = await db.transaction(async (tx) => {
      await tx.query(sql`insert into notes values (1)`);
      return noteIds();
    });

    expect(seen).toEqual([]);
    expect(await noteIds()).toEqual([1]);
  });

  test("is rolled back when its work throws, and throws the same error", async () => {
    const failure = new Error("no");

    const attempt = db.transaction(async (tx) => {
      await tx.query(sql`insert into notes values (1)`);
      throw failure;
    });

    await expect(attempt).rejects.toBe(failure);
    expect(await noteIds()).toEqual([]);
  });

  test("releases its connection in a usable state after a failed statement", async () => {
    await db.transaction((tx) => tx.query(sql`insert into notes values (1), (1)`)).catch(() => {});

    await db.transaction((tx) => tx.query(sql`insert into notes values (2)`));

    expect(await noteIds()).toEqual([2]);
  });

  test("whose work catches a failed statement does not count as committed", async () => {
    const attempt = db.transaction(async (tx) => {
      await tx.query(sql`insert into notes values (1)`);
      await tx.query(sql`insert into notes values (1)`).catch(() => {});
      return "done";
    });

    await expect(attempt).rejects.toThrow("a transaction with a failed statement was asked to commit");
    expect(await noteIds()).toEqual([]);
  });

  test("whose work fails for another reason is not reported as a database failure", async () => {
    const failure = Object.assign(new Error("open '/nowhere'"), { code: "ENOENT" });

    const attempt = db.transaction(() => Promise.reject(failure));

    await expect(attempt).rejects.toBe(failure);
  });

  test("whose connection breaks is unavailable, writes nothing, and its connection is not reused", async () => {
    const before = await backendPid();

    const attempt = db.transaction(async (tx) => {
      await tx.query(sql`insert into notes values (1)`);
      await terminate(before);
      await tx.query(sql`insert into notes values (2)`);
    });

    await expect(attempt).rejects.toMatchObject({ code: "unavailable", headers: { "retry-after": "1" } });
    expect(await noteIds()).toEqual([]);
    expect(await backendPid()).not.toBe(before);
  });

  test("whose commit has no response may be committed, which is distinguished from a known failure", async () => {
    proxy.loseNextCommit();

    const attempt = db.transaction((tx) => tx.query(sql`insert into notes values (1)`));

    await expect(attempt).rejects.toMatchObject({ code: "outcome-unknown", status: 504, headers: {} });
    expect(await noteIds()).toEqual([1]);
  });

  test("whose connection breaks between statements is known to have written nothing", async () => {
    const before = await backendPid();
    const noticed = new Promise((resolve) =>
      db.pool.once("acquire", (client) => client.once("error", () => resolve(undefined))),
    );

    const attempt = db.transaction(async (tx) => {
      await tx.query(sql`insert into notes values (1)`);
      await terminate(before);
      await noticed;
    });

    await expect(attempt).rejects.toMatchObject({ code: "unavailable" });
    expect(await noteIds()).toEqual([]);
  });

  test("whose connection broke before the commit was sent has written nothing", async () => {
    const before = await backendPid();

    const attempt = db.transaction(async (tx) => {
      await tx.query(sql`insert into notes values (1)`);
      await terminate(before);
      await tx.query(sql`select 1`).catch(() => {});
    });

    await expect(attempt).rejects.toMatchObject({ code: "unavailable" });
    expect(await noteIds()).toEqual([]);
  });
});

describe("a database that becomes unavailable", () => {
  test("is unavailable for queries and transactions, and recovers automatically", async () => {
    await proxy.cut();

    await expect(db.query(sql`select 1`)).rejects.toMatchObject({ code: "unavailable" });
    await expect(db.transaction((tx) => tx.query(sql`select 1`))).rejects.toMatchObject({ code: "unavailable" });

    await proxy.restore();
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test("while a connection is idle does not affect the next query", async () => {
    const before = await backendPid();
    await terminate(before);
    await waitUntil("the pool has let it go", () => db.pool.totalCount === 0);

    expect(await backendPid()).not.toBe(before);
  });

  test("reports whether it is available", async () => {
    const isThere = await db.answers();
    await proxy.cut();
    const isStillThere = await db.answers();
    await proxy.restore();

    expect([isThere, isStillThere, await db.answers()]).toEqual([true, false, true]);
  });
});

test.each([
  ["08006", "", true],
  ["08001", "", true],
  ["57P01", "terminating connection due to administrator command", true],
  ["57P02", "", true],
  ["57P03", "the database system is starting up", true],
  ["53300", "sorry, too many clients already", true],
  ["53100", "could not extend file: No space left on device", true],
  ["53200", "out of memory", true],
  ["25006", "cannot execute INSERT in a read-only transaction", true],
  ["58030", "could not fsync file: Input/output error", true],
  ["XX001", "invalid page in block 1", false],
  ["ECONNREFUSED", "", true],
  ["ECONNRESET", "", true],
  ["EPIPE", "", true],
  ["ETIMEDOUT", "", true],
  ["ENOENT", "connect ENOENT /run/.s.PGSQL.5432", true],
  ["ENOTFOUND", "", true],
  ["EAI_AGAIN", "", true],
  ["EHOSTUNREACH", "", true],
  ["ENETUNREACH", "", true],
  ["", "Connection terminated unexpectedly", true],
  ["", "timeout exceeded when trying to connect", true],
  ["", "Cannot use a pool after calling end on the pool", true],
  ["23505", "duplicate key value", false],
  ["40001", "could not serialize access", false],
  ["57014", "canceling statement due to statement timeout", true],
  ["28P01", "password authentication failed", false],
  ["3D000", "database does not exist", false],
  ["", "Connection is a table", false],
])("an error with the code %j and the message %j is unavailable: %s", (code, message, isUnavailable) => {
  const error = Object.assign(new Error(message), { code });

  const mapped = asUnavailable(error);

  expect(mapped instanceof Problem && mapped.code === "unavailable" && mapped.cause === error).toBe(isUnavailable);
  expect(mapped === error).toBe(!isUnavailable);
});

test("a value that is not an error, or already a problem, is unchanged", () => {
  const problem = new Problem("not-found", "Connection terminated");

  expect([asUnavailable("text"), asUnavailable(undefined)]).toEqual(["text", undefined]);
  expect(asUnavailable(problem)).toBe(problem);
});
