import { afterAll, beforeAll, expect, test } from "vitest";
import { waitForDatabase } from "./platform/database/wait-for-database.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "./testing/replicated-postgres.ts";
import { keyHeaders, startTestService, type TestService } from "./testing/test-service.ts";
import { waitUntil } from "./testing/wait-until.ts";

let postgres: ReplicatedPostgres;
let service: TestService;

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  service = await startTestService({ DATABASE_URL: postgres.primaryUrl, DATABASE_REPLICA_URL: postgres.replicaUrl });
});

afterAll(async () => {
  await service.stop();
  await postgres.stop();
});

async function names(maxStale?: string): Promise<string[]> {
  const headers = {
    ...keyHeaders(service.first),
    ...(maxStale === undefined ? {} : { "cache-control": `max-stale${maxStale}` }),
  };
  const { status, body } = await service.call("GET", "/items", { headers });
  expect(status).toBe(200);
  return body.results.map(({ name }: { name: string }) => name);
}

async function create(name: string): Promise<void> {
  expect((await service.call("POST", "/items", { body: { name } })).status).toBe(201);
}

/** It is unknown which of its measurements the service has made when the replica pauses. */
const become = (expected: readonly unknown[], ask: () => Promise<readonly unknown[]>) =>
  waitUntil(`the answer is ${expected}`, async () => String(await ask()) === String(expected));

test("only a caller who accepts stale data gets it, and never older than accepted", async () => {
  await create("Spring");
  await postgres.pauseReplica();
  await create("Autumn");

  expect(await names()).toEqual(["Spring", "Autumn"]);
  await become(["Spring"], () => names("=60"));
  expect(await names("")).toEqual(["Spring"]);
  await become(["Spring", "Autumn"], () => names("=1"));
  expect(await names("=60")).toEqual(["Spring"]);

  await postgres.resumeReplica();
  await become(["Spring", "Autumn"], () => names("=60"));
});

test("the history and its export come from the replica if the caller accepts that, and charts always", async () => {
  const headers = { ...keyHeaders(service.first), "cache-control": "max-stale=60" };
  const count = async () => {
    const history = await service.call("GET", "/change-history?entityType=item", { headers });
    const lines = await service.call("GET", "/change-history/export?entityType=item", { headers });
    const chart = await service.call("GET", "/statistics/changes");
    return [history.body.results.length, lines.body.trim().split("\n").length, chart.body.totals.item];
  };
  await postgres.pauseReplica();
  await create("Winter");

  await become([2, 2, 2], count);
  expect((await service.call("GET", "/change-history?entityType=item")).body.results).toHaveLength(3);
  await postgres.resumeReplica();
  await become([3, 3, 3], count);
});

test("an aggregate is never older than accepted, even if it was computed before", async () => {
  const count = async (maxStale?: string) => {
    const headers = {
      ...keyHeaders(service.first),
      ...(maxStale === undefined ? {} : { "cache-control": `max-stale${maxStale}` }),
    };
    const { body } = await service.call("GET", "/colors/aggregate", { headers });
    return [body.results[0].count];
  };
  const [before] = await count();
  await become([before], () => count("=60"));
  await postgres.pauseReplica();
  await service.call("POST", "/colors", { body: { name: "Olive" } });

  expect(await count()).toEqual([before + 1]);
  await become([before], () => count("=60"));
  expect([await count(), await count("=60")]).toEqual([[before + 1], [before]]);
  await postgres.resumeReplica();
  await become([before + 1], () => count("=60"));
});

test("a read that continues from a position uses a database that has reached that position", async () => {
  const headers = { ...keyHeaders(service.first), "cache-control": "max-stale=60" };
  await postgres.pauseReplica();
  await create("Monsoon");
  const first = await service.call("GET", "/change-history?limit=1");
  const key = encodeURIComponent(first.body.nextPageKey);

  const next = await service.call("GET", `/change-history?limit=1&nextPageKey=${key}`, { headers });
  const lines = await service.call("GET", `/change-history/export?after=${first.body.coveredUntil}`, { headers });

  expect([next.status, lines.status]).toEqual([200, 200]);
  await postgres.resumeReplica();
});

test("a node does not start on a replica as its database", async () => {
  const started = waitForDatabase({ url: postgres.replicaUrl, waitMs: 0, onState: () => {} });

  await expect(started).rejects.toThrow(
    /accepts no writes: it is a standby, or is recovering \(25006\)\. Add the host of the primary to DATABASE_URL/,
  );
});

test("the primary serves reads when the replica is gone", async () => {
  await become(["Spring", "Autumn", "Winter", "Monsoon"], () => names("=60"));
  await postgres.stopReplica();
  await create("Summer");

  expect(await names("=60")).toHaveLength(5);
  expect((await service.call("GET", "/statistics/changes")).body.totals.item).toBe(5);
});
