import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { StartError } from "../start-error.ts";
import { startDatabaseProxy } from "./testing/database-proxy.ts";
import { waitForDatabase } from "./wait-for-database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const unreachable = "postgres://weft:hush-hush@127.0.0.1:1/weft";

test("a database that responds is not reported", async () => {
  const states: string[] = [];

  await waitForDatabase({
    url: database.connectionString,
    waitMs: 0,
    onState: (state) => void states.push(state),
  });

  expect(states).toEqual([]);
});

test("one that does not respond is reported once per reason, and fails at the end of the time", async () => {
  const states: string[] = [];

  const waiting = waitForDatabase({ url: unreachable, waitMs: 1_000, onState: (state) => void states.push(state) });

  await expect(waiting).rejects.toThrow(
    new StartError(
      "PostgreSQL (postgres://weft:***@127.0.0.1:1/weft) cannot be used: connect ECONNREFUSED 127.0.0.1:1. " +
        "Waited 1 s (DATABASE_WAIT_SECONDS). Check that PostgreSQL is running; check DATABASE_URL if it is set, " +
        "otherwise postgres.log in DATA_DIR.",
    ),
  );
  expect(states).toEqual([
    "Waiting up to 1 s for the database. PostgreSQL (postgres://weft:***@127.0.0.1:1/weft) cannot be used: connect ECONNREFUSED 127.0.0.1:1.",
  ]);
});

test("the wait ends when the database responds", async () => {
  const proxy = await startDatabaseProxy(database.connectionString);
  await proxy.cut();
  const states: string[] = [];

  const waiting = waitForDatabase({
    url: proxy.connectionString,
    waitMs: 30_000,
    onState: (state) => void states.push(state),
  });
  await waitUntil("it is reported", () => states.length > 0);
  await proxy.restore();
  await waiting;
  await proxy.close();

  expect(states).toEqual([expect.stringMatching(/^Waiting up to 30 s/), expect.stringMatching(/ responds\.$/)]);
});

test.each([
  [
    "a database that does not exist",
    (url: string) => url.replace(/db=\w+/, "db=nowhere"),
    /does not have this database: .*"nowhere" does not exist.* Create it, or check the name in DATABASE_URL\.$/,
  ],
  [
    "a wrong user",
    (url: string) => url.replace("user=postgres", "user=nobody"),
    /rejects the user: .*"nobody" does not exist.* Check the user and password in DATABASE_URL\.$/,
  ],
])("%s fails at once", async (_case, change, words) => {
  const states: string[] = [];

  const waiting = waitForDatabase({
    url: change(database.connectionString),
    waitMs: 60_000,
    onState: (state) => void states.push(state),
  });

  await expect(waiting).rejects.toThrow(words);
  expect(states).toEqual([]);
});

test("a stop signal ends the wait", async () => {
  const stopping = new AbortController();

  const waiting = waitForDatabase({
    url: unreachable,
    waitMs: 60_000,
    stopping: stopping.signal,
    onState: () => stopping.abort(),
  });

  await expect(waiting).rejects.toThrow(/abort/i);
});
