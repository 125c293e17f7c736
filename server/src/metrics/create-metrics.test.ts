import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { findOldestDueJob } from "../platform/jobs/job-store.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../webhooks/testing/webhook-receiver.ts";
import { findOldestDueDelivery } from "../webhooks/webhook-count-store.ts";

let service: TestService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  service = await startTestService({ WEFT_OUTBOUND_ALLOW: "127.0.0.1/32", METRICS_ORGS_MAX: "5" });
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

async function measure(): Promise<Map<string, number>> {
  const text = await (await fetch(`${service.address}/metrics`)).text();
  const lines = text.split("\n").filter((line) => /^weft_(?!http)/.test(line));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

test("pending work and connections are counted", async () => {
  const workflow = { name: "Wait", triggers: ["item|create"], tasks: [{ name: "ask", action: "external" }] };
  expect((await service.call("POST", "/event-workflows", { body: workflow })).status).toBe(201);
  const cursor = (await service.call("GET", "/change-history?after=now")).body.coveredUntil;
  await service.call("PUT", "/change-consumers/erp", { body: { cursor } });
  receiver.answer((_message, response) => void response.writeHead(500).end());
  const webhook = { url: receiver.address, events: ["item|create"], auth: { type: "none" } };
  expect((await service.call("POST", "/webhooks", { body: webhook })).status).toBe(201);
  for (const name of ["One", "Two"]) {
    expect((await service.call("POST", "/items", { body: { name } })).status).toBe(201);
  }

  await waitUntil("all of it is counted", async () => {
    const found = await measure();
    return (
      found.get('weft_workflow_processes{status="awaiting"}') === 2 &&
      found.get('weft_webhook_deliveries{status="pending"}') === 2 &&
      (found.get('weft_change_lag_records{of="consumer"}') ?? 0) >= 2 &&
      (found.get('weft_database_connections{state="idle"}') ?? 0) > 0
    );
  });
  const found = await measure();
  expect(found.get('weft_webhook_deliveries{status="parked"}')).toBe(0);
  expect(found.get('weft_jobs{state="failed"}')).toBe(0);
  expect([...found.keys()].filter((name) => name.includes("replica"))).toEqual([]);
});

test("work of a suspended organization does not count as waiting", async () => {
  const { db } = service.database;
  await db.query(sql`update orgs set suspended_on = now(), suspension_reason = 'A test.'`);
  await db.query(sql`update webhook_deliveries set due_on = now() - interval '1 day' where status = 'pending'`);
  await db.query(sql`
    insert into jobs (org_id, id, task, payload, run_on)
    select id, 'a-job-that-waits', 'load', '{}', now() - interval '1 day' from orgs`);

  const seconds = [await findOldestDueDelivery(db), await findOldestDueJob(db)];

  await db.query(sql`delete from jobs where id = 'a-job-that-waits'`);
  await db.query(sql`update orgs set suspended_on = null, suspension_reason = null`);
  expect(seconds.filter((one) => one > 3_600)).toEqual([]);
});

test("docs/operating.md lists every metric", async () => {
  const text = await (await fetch(`${service.address}/metrics`)).text();
  const guide = await readFile(new URL("../../../docs/operating.md", import.meta.url), "utf8");

  const served = [...text.matchAll(/^# TYPE (weft_\w+)/gm)].map(([, name]) => name);
  const rows = guide.split("\n").filter((line) => line.trim().startsWith("| `weft_"));
  const listed = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/weft_\w+/g)].map(([name]) => name));

  expect(listed.sort()).toEqual(served.sort());
});

test("the state of the node and of its machine is measured", async () => {
  const found = await measure();

  expect(found.get('weft_dependency_up{dependency="database"}')).toBe(1);
  expect(found.get('weft_schema_version{of="database"}')).toBe(found.get('weft_schema_version{of="node"}'));
  expect(Math.abs(found.get("weft_clock_offset_seconds") ?? Number.NaN)).toBeLessThan(5);
  expect(found.get('weft_nodes{of="runners"}')).toBe(1);
  expect(found.get('weft_large_bytes_max{of="bodies"}')).toBeGreaterThan(1_000_000);
  expect([...found.keys()].filter((name) => name.startsWith("weft_disk_free_bytes"))).toHaveLength(1);
});

test("a node without a certificate reports no expiry", async () => {
  const found = await measure();

  expect(found.has("weft_certificate_expiry_timestamp_seconds")).toBe(false);
  expect(found.has("weft_clock_offset_seconds")).toBe(true);
});

test("the backlog of an organization is named if the operator wants it", async () => {
  await waitUntil("its consumer is behind", async () => {
    const series = `weft_org_backlog{org="${service.first.orgSlug}",of="consumer_lag_records"}`;
    return ((await measure()).get(series) ?? 0) >= 2;
  });
});

test("work that waits for a pause or a suspension to end is not late", async () => {
  const { db } = service.database;
  const lateOf = async () => {
    const found = await measure();
    const seconds = (of: string) => found.get(`weft_oldest_due_seconds{of="${of}"}`) ?? Number.NaN;
    return { job: seconds("job"), delivery: seconds("delivery"), due: found.get('weft_jobs{state="due"}') };
  };
  await db.transaction(async (tx) => {
    await tx.query(sql`update webhooks set paused_until = now() + interval '1 hour'`);
    await tx.query(sql`
      update webhook_deliveries set due_on = now() - interval '10 minutes' where status = 'pending' and due_on is not null`);
    await tx.query(sql`
      insert into jobs (org_id, id, task, payload, run_on)
      select id, 'late', 'a-task-of-no-node', '{}'::jsonb, now() - interval '10 minutes' from orgs`);
  });

  await waitUntil("the job is late", async () => (await lateOf()).job > 500);
  expect((await lateOf()).delivery).toBeLessThan(500);
  await db.query(sql`update orgs set suspended_on = now(), suspension_reason = 'Unpaid.'`);
  await db.query(sql`update webhooks set paused_until = null`);
  await waitUntil("nothing is late or due", async () => {
    const { job, delivery, due } = await lateOf();
    return job < 500 && delivery < 500 && due === 0;
  });
});

test.each(["prometheus/alerts.yaml", "prometheus/alerts.test.yaml", "grafana/weft.json"])(
  "deploy/%s uses only metrics that exist",
  async (file) => {
    const text = await (await fetch(`${service.address}/metrics`)).text();
    const deployed = await readFile(new URL(`../../../deploy/${file}`, import.meta.url), "utf8");

    const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const used = [...deployed.matchAll(/\b(?:weft|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);

    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !served.has(name.replace(/_(bucket|count|sum)$/, "")))).toEqual([]);
  },
);

test("every alert has a runbook, and every runbook an alert", async () => {
  const folder = new URL("../../../docs/runbooks/", import.meta.url);
  const rules = await readFile(new URL("../../../deploy/prometheus/alerts.yaml", import.meta.url), "utf8");

  const linked = [...rules.matchAll(/runbook_url: \S+\/docs\/runbooks\/(\S+)/g)].map(([, name]) => `${name}.md`);

  expect(linked.sort()).toEqual((await readdir(folder)).sort());
});

test("the statements of the runbooks are valid", async () => {
  const folder = new URL("../../../docs/runbooks/", import.meta.url);
  const pages = await Promise.all((await readdir(folder)).map((file) => readFile(new URL(file, folder), "utf8")));

  const statements = pages
    .flatMap((page) => [...page.matchAll(/`((?:select|update) [^`]+)`/g)].map(([, text = ""]) => text))
    .map((text) =>
      text
        .replace(/\s+/g, " ")
        .replace(/'<\w+>'/g, "'x'")
        .replace(/<\w+>/g, "0"),
    );
  const { db } = service.database;
  for (const text of statements) {
    await db.planOnly((tx) => tx.query({ text: `explain ${text}`, values: [] }));
  }

  expect(statements.length).toBeGreaterThan(8);
});
