import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgRow } from "../access/org-store.ts";
import { type FileService, startFileService } from "../files/testing/file-service.ts";
import { upload } from "../loader/testing/loading.ts";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { buildKey, buildUser, firstOrg } from "../testing/builders.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { type Receiver, startReceiver } from "../workflows/testing/receiver.ts";
import { buildWorkflow } from "../workflows/testing/workflow-world.ts";
import { searchDatabase } from "./testing/database-dump.ts";

let service: FileService;
let org: OrgRow;
let receiver: Receiver;

beforeAll(async () => {
  service = await startFileService({ WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" });
  org = await firstOrg(service);
  receiver = await startReceiver();
  const properties = [{ slug: "photo", label: "Photo", propertyType: "image" }];
  const type = await service.call("POST", "/entity-types", {
    body: { typePath: "item:shot", label: "Shot", properties },
  });
  expect(type.status).toBe(201);
  const webhook = { url: `${receiver.url}/hook`, events: ["item|*"], auth: { type: "none" } };
  expect((await service.call("POST", "/webhooks", { body: webhook })).status).toBe(201);
  await buildWorkflow(service, {
    triggers: ["item|create"],
    tasks: [{ name: "note", action: "script", config: { code: scriptOfNote } }],
  });
});

afterAll(async () => {
  await receiver.close();
  await service.stop();
});

const secret = "Zyzzogeton";
const scriptOfNote = "console.log(event.newData.name); return { seen: event.newData.name };";

/** An item whose name is in all that is stored about it, and the ids of the files that it has and had. */
async function buildItem(more: object = {}): Promise<{ id: string; photos: string[] }> {
  const photos = [await upload(service, `first ${newId()}`), await upload(service, `second ${newId()}`)];
  const body = { typePath: "item:shot", name: secret, federatedId: `${secret}-${newId()}`, photo: photos[0], ...more };
  const headers = { "x-api-key": service.first.apiKey, "x-api-org": service.first.orgSlug, "idempotency-key": newId() };
  const { status, body: item } = await service.call("POST", "/items", { body, headers });
  expect({ status, item }).toMatchObject({ status: 201 });
  const update = { name: `${secret} again`, photo: photos[1] };
  expect((await service.call("PUT", `/items/${item.id}`, { body: update })).status).toBe(200);
  await runsEnded();
  return { id: item.id, photos };
}

async function runsEnded(): Promise<void> {
  await waitUntil("the runs have ended", async () => {
    const rows = await service.database.db.query(sql`select 1 from event_workflow_processes where ended_on is null`);
    return rows.length === 0;
  });
}

const findIn = (text: string) => searchDatabase(service.database.db, [text]);

async function deliveriesEnded(): Promise<void> {
  await waitUntil("all deliveries have ended", async () => {
    const rows = await service.database.db.query(sql`select 1 from webhook_deliveries where status = 'pending'`);
    return rows.length === 0;
  });
}

async function changesAfter(cursor: string) {
  const { body } = await service.call("GET", `/change-history?after=${cursor}`);
  return body;
}

test("a purge leaves nothing but ids, and pollers get the deletion", async () => {
  const { coveredUntil: beginning } = await changesAfter("now");
  const { id, photos } = await buildItem();
  const { body: kept } = await service.call("POST", "/items", { body: { name: "Kept" } });
  const { coveredUntil: between } = await changesAfter("now");
  await deliveriesEnded();
  const before = await findIn(secret);

  const { status } = await service.call("DELETE", `/items/${id}?purge=true`);

  await deliveriesEnded();
  expect(status).toBe(204);
  expect(before.map((line) => line.split(":")[0])).toEqual(
    expect.arrayContaining(["entities", "webhook_events", "event_workflow_processes", "idempotency_keys"]),
  );
  expect(await findIn(secret)).toEqual([]);
  const all = await changesAfter(beginning);
  expect(all.results.map(({ entityId, action }: { entityId: string; action: string }) => [entityId, action])).toEqual([
    [kept.id, "create"],
    [id, "delete"],
  ]);
  expect((await changesAfter(between)).results).toMatchObject([{ entityId: id, action: "delete", propertyDiffs: {} }]);
  expect(await service.pathsOnDisk()).toEqual([]);
  for (const photo of photos) {
    expect((await service.call("GET", `/files/${photo}`)).status).toBe(404);
  }
  expect((await service.call("GET", `/items/${id}?asOf=${between}`)).status).toBe(404);
});

test("an entity that was deleted before is purged by id", async () => {
  const { id } = await buildItem();
  await service.call("DELETE", `/items/${id}`);
  await deliveriesEnded();
  const { coveredUntil } = await changesAfter("now");

  const { status } = await service.call("DELETE", `/items/${id}?purge=true`);

  expect(status).toBe(204);
  expect(await findIn(secret)).toEqual([]);
  expect((await changesAfter(coveredUntil)).results).toEqual([]);
  expect((await service.call("GET", `/change-history?criteria=${criteriaOf(id)}`)).body.results).toMatchObject([
    { action: "delete", propertyDiffs: {} },
  ]);
});

const criteriaOf = (id: string) => encodeURIComponent(JSON.stringify({ entityReference: `item:${id}` }));

test("files that another entity uses stay", async () => {
  const { id, photos } = await buildItem();
  const other = { typePath: "item:shot", name: "Other", photo: photos[0] };
  await service.call("POST", "/items", { body: other });

  await service.call("DELETE", `/items/${id}?purge=true`);

  expect((await service.call("GET", `/files/${photos[0]}`)).status).toBe(200);
  expect((await service.call("GET", `/files/${photos[1]}`)).status).toBe(404);
});

test("entities that refer to it prevent a purge unless it cascades, which purges what depends on it", async () => {
  const { id } = await buildItem();
  const option = await service.call("POST", "/items", {
    body: { typePath: "item:shot", name: secret, itemFamilyId: id },
  });
  expect(option.status).toBe(201);
  await runsEnded();
  const refused = await service.call("DELETE", `/items/${id}?purge=true`);

  const purged = await service.call("DELETE", `/items/${id}?purge=true&cascade=true`);

  await deliveriesEnded();
  expect(refused.status).toBe(409);
  expect(purged.status).toBe(204);
  expect(await findIn(secret)).toEqual([]);
});

test("the audit log says what was purged, without its content", async () => {
  const { id } = await buildItem();

  await service.call("DELETE", `/items/${id}?purge=true`);

  const criteria = encodeURIComponent(JSON.stringify({ action: "entity.purge", targetId: id }));
  const { body } = await service.call("GET", `/audit-log?criteria=${criteria}`);
  expect(body.results).toMatchObject([
    { target: { type: "item", id }, after: { entities: 1, changes: 2, runs: 1, files: 2 } },
  ]);
});

test("failures of runs that quote the entity are replaced", async () => {
  const code = "throw new Error(event.newData.name);";
  await buildWorkflow(service, {
    triggers: ["item|update"],
    tasks: [{ name: "fail", action: "script", config: { code } }],
  });
  const { id } = await buildItem();
  const before = await findIn(secret);

  const { status } = await service.call("DELETE", `/items/${id}?purge=true`);

  await deliveriesEnded();
  expect(before).toContain(`event_workflow_tasks: ${secret}`);
  expect(status).toBe(204);
  expect(await findIn(secret)).toEqual([]);
});

test("only administrators purge, and only what has existed", async () => {
  const { id } = await buildItem();
  const { headers } = await buildKey(service, org, { user: await buildUser(service, org, { role: "editor" }) });

  const asEditor = await service.call("DELETE", `/items/${id}?purge=true`, { headers });
  const unknown = await service.call("DELETE", "/items/AAAAAAAAAAAAAAAA?purge=true");

  expect(asEditor.status).toBe(403);
  expect(unknown.status).toBe(404);
  expect((await service.call("GET", `/items/${id}`)).status).toBe(200);
});

test("a run in progress prevents a purge", async () => {
  const { id } = await buildItem();
  await service.database.db.query(sql`
    update event_workflow_processes set status = 'awaiting', ended_on = null where entity_id = ${id}`);

  const { status } = await service.call("DELETE", `/items/${id}?purge=true`);

  await service.database.db.query(sql`
    update event_workflow_processes set status = 'completed', ended_on = now() where entity_id = ${id}`);
  expect(status).toBe(409);
});
