import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgRow } from "../access/org-store.ts";
import { TypeCatalog } from "../entities/model/type-catalog.ts";
import { Files } from "../files/files.ts";
import { type FileService, startFileService } from "../files/testing/file-service.ts";
import { load, upload } from "../loader/testing/loading.ts";
import { FolderBlobStore } from "../platform/blobs/folder-blob-store.ts";
import { sql } from "../platform/database/sql.ts";
import { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { newId } from "../platform/ids.ts";
import { SecretBox } from "../platform/secret-box.ts";
import { buildKey, buildOrg, buildUser, firstOrg } from "../testing/builders.ts";
import { testSecret } from "../testing/test-service.ts";
import { webhookJobs } from "../webhooks/webhook-jobs.ts";
import { deleteOldProcesses } from "../workflows/workflow-store.ts";
import { deleteExpiredLoads, deleteUnusedFiles } from "./retention-jobs.ts";

let service: FileService;
let bus: WakeUpBus;
let org: OrgRow;
const stopping = new AbortController().signal;

beforeAll(async () => {
  service = await startFileService();
  bus = new WakeUpBus(service.database.connectionString);
  org = await firstOrg(service);
});

afterAll(async () => {
  await bus.close();
  await service.stop();
});

const db = () => service.database.db;
const set = (body: object) => service.call("PUT", "/org", { body });

interface ShownRow {
  readonly data: string;
  readonly entityType?: string;
  readonly days: number | null;
  readonly isDefault: boolean;
}

async function shown(headers?: Record<string, string>): Promise<Record<string, string>> {
  const { body } = await service.call("GET", "/retention", headers === undefined ? {} : { headers });
  return Object.fromEntries(
    body.results.map(({ data, entityType, days, isDefault }: ShownRow) => [
      [data, entityType].filter(Boolean).join(" "),
      `${days}${isDefault ? " default" : ""}`,
    ]),
  );
}

test("retention shows defaults, settings, and what expires when", async () => {
  const before = await shown();
  await set({ retention: { item: 30 }, dataRetention: { runs: 10, unusedFiles: 7 }, auditRetentionDays: 100 });
  const after = await shown();
  const { body } = await service.call("GET", "/retention");
  await set({ retention: null, dataRetention: { runs: null }, auditRetentionDays: null });
  const partly = await shown();
  await set({ dataRetention: null });

  const defaults = {
    "change-history": "null default",
    "audit-log": "400 default",
    runs: "90 default",
    deliveries: "30 default",
    loads: "null default",
    "unused-files": "null default",
  };
  expect(before).toEqual(defaults);
  expect(after).toEqual({
    ...defaults,
    "change-history item": "30",
    "audit-log": "100",
    runs: "10",
    "unused-files": "7",
  });
  expect(partly).toEqual({ ...defaults, "unused-files": "7" });
  expect(await shown()).toEqual(defaults);
  const [row] = body.results;
  const ageMs = Date.now() - Date.parse(row.expiresBefore);
  expect(Math.round(ageMs / 86_400_000)).toBe(30);
});

test("settings below the minimum, unknown data and callers who do not administer are rejected", async () => {
  const viewer = await buildKey(service, org, { user: await buildUser(service, org) });

  const tooShort = await set({ dataRetention: { unusedFiles: 6 } });
  const unknown = await set({ dataRetention: { dreams: 6 } });
  const asViewer = await service.call("PUT", "/org", { headers: viewer.headers, body: { dataRetention: { runs: 1 } } });

  expect(tooShort.status).toBe(400);
  expect(unknown.status).toBe(400);
  expect(asViewer.status).toBe(403);
  expect(await shown(viewer.headers)).toMatchObject({ runs: "90 default" });
});

async function insertProcess(orgId: string, id: string, endedDaysAgo: number | null): Promise<void> {
  await db().query(sql`
    insert into event_workflow_processes (org_id, id, workflow_id, workflow_version, status, trigger_key, trigger_event,
      created_on, ended_on)
    values (${orgId}, ${id}, 'w', 1, ${endedDaysAgo === null ? "running" : "completed"}, 'manual|1', '{}',
      now() - interval '1 year', now() - make_interval(days => ${endedDaysAgo}))`);
}

/** An org whose import is not complete. */
async function buildIncomingOrg(): Promise<OrgRow> {
  const incoming = await buildOrg(service);
  await db().query(sql`
    insert into org_imports (id, subject_id, has_new_ids) values (${newId()}, ${incoming.id}, false)`);
  return incoming;
}

test("runs are kept for the days of their organization, while they are in progress, and during an import", async () => {
  const other = await buildOrg(service);
  await insertProcess((await buildIncomingOrg()).id, "imported", 91);
  await set({ dataRetention: { runs: 5 } });
  await insertProcess(org.id, "old", 6);
  await insertProcess(org.id, "new", 4);
  await insertProcess(org.id, "running", null);
  await insertProcess(other.id, "old", 89);
  await insertProcess(other.id, "older", 91);

  await db().transaction((tx) => deleteOldProcesses(tx, 90, 100));

  const rows = await db().query<{ id: string }>(sql`
    /* of all orgs */ select id from event_workflow_processes order by org_id = ${org.id} desc, id`);
  await set({ dataRetention: null });
  expect(rows.map(({ id }) => id)).toEqual(["new", "running", "imported", "old"]);
});

async function insertDelivery(orgId: string, id: string, status: string): Promise<void> {
  const old = sql`now() - interval '10 days'`;
  await db().query(sql`
    insert into webhooks (org_id, id, url, events, auth_type) values (${orgId}, 'w', 'http://a.example', '{}', 'none')
    on conflict do nothing`);
  await db().query(sql`
    insert into webhook_events (org_id, id, trigger_key, occurred_on, document, delivery_ids, created_on)
    values (${orgId}, ${id}, 'item|create', ${old}, '{}', ${[id]}, ${old})`);
  await db().query(sql`
    insert into webhook_deliveries (org_id, id, webhook_id, event_id, trigger_key, line, sequence, status, created_on, ended_on)
    values (${orgId}, ${id}, 'w', ${id}, 'item|create', ${id}, 1, ${status}, ${old},
      case when ${status} = 'pending' then null else ${old} end)`);
}

test("deliveries are kept for the days of their organization, while they wait, and during an import", async () => {
  const other = await buildOrg(service);
  await set({ dataRetention: { deliveries: 9 } });
  for (const status of ["delivered", "canceled", "parked", "pending"]) {
    await insertDelivery(org.id, status, status);
  }
  await insertDelivery(other.id, "delivered", "delivered");
  const incoming = await buildIncomingOrg();
  await db().query(sql`update orgs set data_retention = '{"deliveries": 9}' where id = ${incoming.id}`);
  await insertDelivery(incoming.id, "imported", "delivered");

  await webhookJobs(db())
    .find(({ task }) => task === "forget-old-deliveries")
    ?.run({}, stopping);

  const rows = await db().query<{ id: string }>(sql`
    /* of all orgs */ select id from webhook_deliveries order by org_id = ${org.id} desc, id`);
  await set({ dataRetention: null });
  await db().query(sql`/* of all orgs */ delete from webhook_deliveries`);
  expect(rows.map(({ id }) => id)).toEqual(["parked", "pending", "delivered", "imported"]);
});

test("loads are deleted only where the organization limits them, and never while they are in progress", async () => {
  const ended = await load(service, "federatedId,name,hex\nR-1,Red,FF0000\n", { loadType: ["COLOR"] });
  const again = await load(service, "federatedId,name,hex\nR-1,Red,FF0000\n", { loadType: ["COLOR"] });
  const age = (ids: readonly string[]) =>
    db().query(sql`
      update loads set ended_on = now() - interval '3 days', updated_on = now() - interval '3 days'
      where id = any(${[...ids]}::text[])`);
  await age([ended.id, again.id]);
  await deleteExpiredLoads(db(), stopping);
  const kept = await service.call("GET", `/loader-processes/${ended.id}`);
  await set({ dataRetention: { loads: 2 } });
  await db().query(sql`update loads set status = 'running', ended_on = null where id = ${again.id}`);

  await deleteExpiredLoads(db(), stopping);

  const statuses = await Promise.all(
    [ended.id, again.id].map(async (id) => (await service.call("GET", `/loader-processes/${id}`)).status),
  );
  await db().query(sql`update loads set status = 'completed', ended_on = now() where id = ${again.id}`);
  await set({ dataRetention: null });
  expect(kept.status).toBe(200);
  expect(statuses).toEqual([404, 200]);
});

test("unused files are deleted with their bytes, used and new ones stay", async () => {
  const properties = [{ slug: "photo", label: "Photo", propertyType: "image" }];
  await service.call("POST", "/entity-types", { body: { typePath: "item:shot", label: "Shot", properties } });
  const [unused, used, fresh] = [await upload(service, "1"), await upload(service, "2"), await upload(service, "3")];
  await service.call("POST", "/items", { body: { typePath: "item:shot", name: "Shot", photo: used } });
  await db().query(sql`
    update files set updated_on = now() - interval '8 days' where org_id = ${org.id} and id <> ${fresh}`);
  const blobs = new FolderBlobStore(service.folder);
  const files = new Files({ db: db(), blobs, secrets: new SecretBox([testSecret]) });
  const node = { db: db(), files, types: new TypeCatalog(db(), bus) };
  await deleteUnusedFiles(node, stopping);
  const kept = await service.call("GET", `/files/${unused}`);
  const before = await service.pathsOnDisk();
  await set({ dataRetention: { unusedFiles: 7 } });

  await deleteUnusedFiles(node, stopping);

  const statuses = await Promise.all(
    [unused, used, fresh].map(async (id) => (await service.call("GET", `/files/${id}`)).status),
  );
  expect(kept.status).toBe(200);
  expect(statuses).toEqual([404, 200, 200]);
  expect((await service.pathsOnDisk()).length).toBeLessThan(before.length);
});

test("retention is of the caller's organization", async () => {
  const { headers } = await buildKey(service, await buildOrg(service));
  await set({ dataRetention: { loads: 77 } });

  expect(await shown(headers)).toMatchObject({ loads: "null default" });
});
