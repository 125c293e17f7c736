import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { load } from "./loader/testing/loading.ts";
import { sql } from "./platform/database/sql.ts";
import { setReadOnly } from "./testing/test-database.ts";
import { startTestService, type TestService } from "./testing/test-service.ts";
import { waitUntil } from "./testing/wait-until.ts";

let service: TestService;

beforeAll(async () => {
  const closed = await closedPort();
  service = await startTestService({
    REDIS_URL: `redis://127.0.0.1:${closed}`,
    S3_ENDPOINT: `http://127.0.0.1:${closed}`,
    S3_BUCKET: "weft",
    S3_ACCESS_KEY: "key",
    S3_SECRET_KEY: "secret",
  });
});

afterAll(() => service.stop());

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  expect.assert(address !== null && typeof address === "object");
  return address.port;
}

async function readMetric(series: string, node = service): Promise<number | undefined> {
  const text = await (await fetch(`${node.address}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

const linesOf = (dependency: string) =>
  service.logLines.map((line) => JSON.parse(line)).filter((line) => line.dependency === dependency);

test("without Redis requests continue, and the outage is logged once and is a metric", async () => {
  await waitUntil("the outage is known", () => linesOf("redis").length > 0);
  const answers = await Promise.all(Array.from({ length: 30 }, () => service.call("GET", "/whoami")));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(linesOf("redis").map(({ msg }) => msg)).toEqual([
    "redis is unavailable: this node counts rate limits on its own",
  ]);
  expect(await readMetric('weft_dependency_up{dependency="redis"}')).toBe(0);
  expect(await readMetric('weft_dependency_failures_total{dependency="redis"}')).toBeGreaterThan(0);
});

test("without S3 an upload returns 503, and the outage is logged once and is a metric", async () => {
  const upload = () => service.call("POST", "/files?fileName=a.txt", { body: "text" });

  const answers = [await upload(), await upload()];
  await waitUntil("the outage is known", () => linesOf("s3").length > 0);

  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(answers[0]?.headers.get("retry-after")).toBe("5");
  expect(linesOf("s3")).toHaveLength(1);
  expect(await readMetric('weft_dependency_up{dependency="s3"}')).toBe(0);
});

describe("the database", () => {
  afterAll(() => service.database.db.query(sql`drop function fail_with cascade`));

  beforeAll(async () => {
    await service.database.db.query(sql`
      create function fail_with() returns trigger language plpgsql as $$
      begin
        raise exception 'planted' using errcode = new.name;
      end $$`);
    await service.database.db.query(sql`
      create trigger fail_with before insert on entities for each row
      when (new.name ~ '^[0-9A-Z]{5}$') execute function fail_with()`);
  });

  test.each([
    { state: "53100", detail: "its disk is full", retryAfter: "10" },
    { state: "53200", detail: "out of memory", retryAfter: "5" },
    { state: "53300", detail: "no free connection", retryAfter: "1" },
    { state: "53400", detail: "no free connection", retryAfter: "1" },
    { state: "25006", detail: "read-only", retryAfter: "5" },
    { state: "58030", detail: "cannot read or write its files", retryAfter: "10" },
  ])("a write that fails with $state returns 503 with the reason", async ({ state, detail, retryAfter }) => {
    const { status, body, headers } = await service.call("POST", "/items", { body: { name: state } });

    expect({ status, code: body.code }).toEqual({ status: 503, code: "unavailable" });
    expect(body.detail).toContain(detail);
    expect(headers.get("retry-after")).toBe(retryAfter);
    expect(await readMetric('weft_dependency_up{dependency="database"}')).toBe(1);
  });

  test("that is read-only makes the node not ready, with the reason, until it can write again", async () => {
    await setReadOnly(service.database, true);
    await waitUntil("the node gives the reason", async () => /503 .*read-only/.test(await ready()));
    await setReadOnly(service.database, false);
    await waitUntil("the node is ready", async () => (await ready()).startsWith("200"));

    expect(linesOf("database").map(({ msg }) => msg)).toEqual([
      "database is unavailable: requests return 503",
      "database is available again",
    ]);
  });
});

test("connections that the thread of loads loses count as failures of the database", async () => {
  const node = await startTestService({}, undefined, { runsLoadsHere: false });
  onTestFinished(() => node.stop());
  const failures = () => readMetric('weft_dependency_failures_total{dependency="database"}', node);
  const loaded = await load(node, "Style,Title\nP-1,Parka\n", {
    loadType: ["ITEM"],
    federatedMappings: { itemFamilyFederatedId: "Style", name: "Title" },
  });
  const before = await failures();

  const lost = await node.database.db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'weft-loads' and datname = current_database()`);
  await waitUntil("the failures are counted", async () => (await failures()) !== before);

  expect(loaded.status).toBe("completed");
  expect(before).toBe(0);
  expect(await failures()).toBe(lost.length);
  expect(await readMetric('weft_dependency_up{dependency="database"}', node)).toBe(1);
});

async function ready(): Promise<string> {
  const answer = await fetch(`${service.address}/health/ready`);
  return `${answer.status} ${await answer.text()}`;
}
