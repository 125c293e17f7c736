import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSelfSignedCertificate } from "../../server/src/access/testing/self-signed-certificate.ts";
import { sql } from "../../server/src/platform/database/sql.ts";
import { setReadOnly } from "../../server/src/testing/test-database.ts";
import { startTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { freePort } from "../testing/free-port.ts";
import { type Prometheus, prometheusFolder, startPrometheus } from "../testing/prometheus.ts";
import { type RedisServer, startRedis } from "../testing/redis-server.ts";
import { mountSmallDisk, type SmallDisk } from "../testing/small-disk.ts";

let redis: RedisServer;
let disk: SmallDisk;
let node: TestService;
let limited: TestService;
let overTls: TestService | undefined;
let prometheus: Prometheus;

/** Nodes that serve requests, and none that runs jobs. */
beforeAll(async () => {
  redis = await startRedis();
  disk = mountSmallDisk(64);
  node = await startTestService({
    WEFT_ROLE: "api",
    DATA_DIR: disk.path,
    REDIS_URL: redis.url,
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    S3_BUCKET: "weft",
    S3_ACCESS_KEY: "key",
    S3_SECRET_KEY: "secret",
    WEFT_OUTBOUND_ALLOW: "127.0.0.1/32",
  });
  limited = await startTestService({ WEFT_ROLE: "api", WEFT_RATE_LIMIT: "1" }, node);
  const { cert, key } = buildSelfSignedCertificate(new Date(Date.now() + 86_400_000));
  overTls = await startTestService({ WEFT_ROLE: "api", TLS_CERT: cert, TLS_KEY: key }, node);
  await causeBacklog();
  prometheus = await startPrometheus([node.address, limited.address, overTls.address]);
}, 120_000);

afterAll(async () => {
  await prometheus?.stop();
  await overTls?.stop();
  await limited?.stop();
  await node?.stop();
  disk?.remove();
  await redis?.stop();
});

/** A failed and a late job, a parked delivery, a slow consumer, and a migration of a later release. */
async function causeBacklog(): Promise<void> {
  const { db } = node.database;
  const cursor = (await node.call("GET", "/change-history?after=now")).body.coveredUntil;
  await node.call("PUT", "/change-consumers/erp", { body: { cursor } });
  const webhook = { url: "http://127.0.0.1:9/", events: ["item|create"], auth: { type: "none" } };
  expect((await node.call("POST", "/webhooks", { body: webhook })).status).toBe(201);
  expect((await node.call("POST", "/items", { body: { name: "Parka" } })).status).toBe(201);
  await db.query(sql`
    insert into jobs (org_id, id, task, payload, run_on, attempts)
    select id, 'late', 'delete-expired-changes', '{}'::jsonb, now() - interval '10 minutes', 0 from orgs
    union all select id, 'failed', 'delete-expired-changes', '{}'::jsonb, now(), 25 from orgs`);
  await db.query(sql`update webhook_deliveries set status = 'parked', due_on = null, ended_on = now()`);
  await db.query(sql`update change_consumers set sequence = sequence - 200000`);
  await db.query(sql`insert into schema_migrations (number, name) values (9999, 'of a later release')`);
}

const firing = (name: string) => waitUntil(`${name} fires`, () => prometheus.fired.has(name));

test("the rules are valid, and each fires with series of its cause", () => {
  const run = (...args: string[]) => execFileSync("promtool", args, { cwd: prometheusFolder, encoding: "utf8" });

  expect(run("check", "rules", "alerts.yaml")).toContain("SUCCESS");
  expect(run("test", "rules", "alerts.test.yaml")).toContain("SUCCESS");
});

test("every alert has a test with series", () => {
  const namesIn = (file: string, pattern: RegExp) =>
    [...readFileSync(join(prometheusFolder, file), "utf8").matchAll(pattern)].map(([, name]) => name);

  expect(namesIn("alerts.test.yaml", /alertname: (\w+)/g)).toEqual(namesIn("alerts.yaml", /alert: (\w+)/g));
});

test.each(["WeftNoRunner", "WeftJobsFailed", "WeftWorkLate", "WeftDeliveriesParked", "WeftConsumerLag"])(
  "%s fires when work piles up",
  firing,
);

test.each(["WeftDiskFilling", "WeftCertificateExpiring", "WeftSchemaOutdated"])(
  "%s fires on a small disk, with an old certificate, after a later release",
  firing,
);

test("WeftRedisUnavailable fires when Redis stops", async () => {
  await redis.stop();
  await firing("WeftRedisUnavailable");
});

test("WeftFilesUnavailable and WeftErrors fire when S3 is unavailable", async () => {
  // A rate counts from the first error that Prometheus has seen, so the errors must continue.
  const upload = () => node.call("POST", "/files?fileName=a.txt", { body: "text" });
  expect((await upload()).status).toBe(503);
  await firing("WeftFilesUnavailable");
  await waitUntil("WeftErrors fires", async () => {
    await upload();
    return prometheus.fired.has("WeftErrors");
  });
});

test("WeftRateLimited fires when a client exceeds its limit for long", async () => {
  await waitUntil("it fires", async () => {
    await Promise.all(Array.from({ length: 50 }, () => limited.call("GET", "/whoami")));
    return prometheus.fired.has("WeftRateLimited");
  });
});

test("WeftDatabaseUnavailable fires while the database cannot write", async () => {
  await setReadOnly(node.database, true);
  await firing("WeftDatabaseUnavailable");
  await setReadOnly(node.database, false);
});

test("WeftNodeDown fires when a node stops", async () => {
  await overTls?.stop();
  overTls = undefined;
  await firing("WeftNodeDown");
});
