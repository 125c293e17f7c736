import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAuditLog } from "../../access/audit/verify-audit-log.ts";
import { findOrgBySlug } from "../../access/org-store.ts";
import { TypeCatalog } from "../../entities/model/type-catalog.ts";
import { FolderBlobStore } from "../../platform/blobs/folder-blob-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { dayMs } from "../../platform/durations.ts";
import { finishErasures } from "../../privacy/erase-user.ts";
import { deleteExpiredLoads, deleteUnusedFiles } from "../../privacy/retention-jobs.ts";
import { buildKey, uniqueName } from "../../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService } from "../../workflows/testing/own-org.ts";
import { orgTables } from "../org-tables.ts";
import { contentOf, exportSlug, fillOrg, imported, importServicesOf, withoutAudit } from "../testing/filled-org.ts";
import type { ImportServices } from "./import-org.ts";
import { exportedTables, leftOut, tablesBoundToOrgId } from "./org-archive.ts";
import { readArchive, textOf } from "./read-archive.ts";

let folder: string;
let service: TestService;
let org: OrgService;
let archive: string;
let items: { readonly family: string; readonly option: string };
let here: ImportServices;
let elsewhere: ImportServices;
let otherDatabase: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-archives-"));
  service = await startTestService({ DATA_DIR: join(folder, "here"), WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" });
  otherDatabase = await createTestDatabase();
  here = importServicesOf(service.database, join(folder, "here"));
  elsewhere = importServicesOf(otherDatabase, join(folder, "elsewhere"));
  org = await inOwnOrg(service);
  items = await fillOrg(org);
  archive = await exportTo("first.tar.gz", here, org.org.slug);
});

afterAll(async () => {
  await Promise.all([here.bus.close(), elsewhere.bus.close()]);
  await service.stop();
  await otherDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

const exportTo = (name: string, services: ImportServices, slug: string) =>
  exportSlug(services, slug, join(folder, name));

test("every table of organizations is exported, or left out for a reason", () => {
  expect([...exportedTables, ...Object.keys(leftOut)].sort()).toEqual([...orgTables].sort());
});

test("an archive has no secrets, and lists those to enter again", async () => {
  let text = "";
  for await (const { content } of readArchive(archive)) {
    text += await textOf(content);
  }

  const [user] = await service.database.db.query<{ password_hash: string }>(sql`
    select password_hash from users where org_id = ${org.org.id} and password_hash is not null`);
  const sealed = await service.database.db.query<{ secret: Buffer }>(sql`
    select secret from webhooks where org_id = ${org.org.id}
    union all select secret from inbound_webhooks where org_id = ${org.org.id}`);
  const hashes = await service.database.db.query<{ secret_hash: Buffer }>(sql`
    select secret_hash from api_keys where org_id = ${org.org.id}`);
  expect(sealed).toHaveLength(2);
  expect(text).not.toContain(user?.password_hash);
  expect(sealed.filter(({ secret }) => text.includes(secret.toString("hex")))).toEqual([]);
  expect(hashes.filter(({ secret_hash: hash }) => text.includes(hash.toString("hex")))).toEqual([]);
  const manifest = JSON.parse(text.slice(0, text.indexOf("\n}\n") + 2));
  expect(manifest.toEnterAgain).toMatchObject({ passwords: 1, signOnClientSecret: false });
  expect(manifest.toEnterAgain.webhooks).toHaveLength(1);
  expect(manifest.toEnterAgain.inboundWebhooks).toHaveLength(1);
  expect(manifest.toEnterAgain.keysOfApps).toHaveLength(1);
});

test("imported elsewhere with its ids and exported again, it is the same", async () => {
  const { org: copy } = await imported(elsewhere, archive);
  const again = await exportTo("again.tar.gz", elsewhere, copy.slug);

  const [first, second] = [await contentOf(archive), await contentOf(again)];
  expect(copy).toMatchObject({ id: org.org.id, slug: org.org.slug, suspended_on: null });
  expect(copy.data_retention).toEqual({ loads: 1, unusedFiles: 7 });
  expect(first).toMatchObject({ erased_users: expect.stringContaining("user "), purged_changes: expect.any(String) });
  expect(Object.keys(first).length).toBeGreaterThan(20);
  expect(withoutAudit(second)).toEqual(withoutAudit(first));
  expect((await verifyAuditLog(elsewhere.db, copy.id))?.errors).toEqual([]);
  await expect(imported(elsewhere, archive)).rejects.toThrow("--new-ids");
});

describe("imported beside the original with new ids", () => {
  let copy: Awaited<ReturnType<typeof imported>>["org"];
  let caller: TestService;

  beforeAll(async () => {
    copy = (await imported(here, archive, { slug: `copy-${uniqueName()}`, hasNewIds: true })).org;
    caller = asCaller(service, await buildKey(service, copy));
  });

  test("no row has an id of the original, and references, history and texts are rewritten", async () => {
    const content = withoutAudit(await contentOf(await exportTo("copy.tar.gz", here, copy.slug)));

    const { body } = await caller.call("GET", "/items?limit=10");
    const [family, option] = ["Parka", "Red of"].map((name) =>
      body.results.find((item: { name: string }) => item.name.startsWith(name)),
    );
    expect(option).toMatchObject({ itemFamilyId: family.id, related: family.id, name: `Red of ${family.id}` });
    expect(family.id).not.toBe(items.family);
    const text = JSON.stringify(content);
    expect([items.family, items.option, org.org.id].filter((id) => text.includes(id))).toEqual([]);
    expect(text).toContain(`{newData.id} === \\\\\\"${option.id}`);
    const criteria = encodeURIComponent(JSON.stringify({ entityReference: `item:${option.id}` }));
    const history = await caller.call("GET", `/change-history?criteria=${criteria}`);
    expect(history.body.results.map(({ action }: { action: string }) => action)).toEqual(["update", "create"]);
  });

  test("it works: files, waiting tasks and writes", async () => {
    const files = await caller.call("GET", "/files?limit=10");
    const tasks = await caller.call("GET", "/event-workflow-tasks?limit=10");
    const written = await caller.call("PUT", "/items/by-nothing", { body: {} });

    const bytes = await Promise.all(
      files.body.results.map(async ({ downloadUrl }: { downloadUrl: string }) => (await fetch(downloadUrl)).text()),
    );
    expect(bytes).toContain("the bytes of a file");
    expect(tasks.body.results).toMatchObject([{ status: "awaiting" }]);
    expect(written.status).toBe(404);
    expect((await caller.call("POST", "/items", { body: { name: "New", roles: ["family"] } })).status).toBe(201);
  });
});

/** What runs at night, long after the export. */
async function expireAll({ db, bus, files }: ImportServices): Promise<void> {
  const stopping = new AbortController().signal;
  await db.query(sql`/* of all orgs */ update files set updated_on = now() - interval '30 days'`);
  await db.query(sql`
    /* of all orgs */ update loads set ended_on = now() - interval '2 days', updated_on = now() - interval '2 days'`);
  await deleteExpiredLoads(db, stopping);
  await deleteUnusedFiles({ db, files, types: new TypeCatalog(db, bus) }, stopping);
  await finishErasures(db, new Date(Date.now() + dayMs));
}

test("an interrupted import continues, and is suspended until it is complete", async () => {
  const slug = `cut-${uniqueName()}`;
  // The files cannot be stored.
  await writeFile(join(folder, "not-a-folder"), "");
  const blobs = new FolderBlobStore(join(folder, "not-a-folder"));
  const broken = { ...here, files: { db: here.db, blobs } };

  await expect(imported(broken, archive, { slug, hasNewIds: true })).rejects.toThrow();
  const during = await findOrgBySlug(here.db, slug);
  await here.db.query(sql`update orgs set data_retention = '{}' where id = ${org.org.id}`);
  await expireAll(here);
  await expect(imported(here, archive, { slug: "another", hasNewIds: true })).rejects.toThrow("same options");
  const { org: copy, isContinued } = await imported(here, archive, { slug, hasNewIds: true });

  expect(during?.suspended_on).not.toBeNull();
  expect([copy.id, copy.suspended_on, isContinued]).toEqual([during?.id, null, true]);
  const [first, second] = [await contentOf(archive), await contentOf(await exportTo("cut.tar.gz", here, slug))];
  const countsOf = (content: Record<string, string>) =>
    exportedTables.filter((name) => !tablesBoundToOrgId.has(name)).map((name) => content[name]?.split("\n").length);
  expect(countsOf(second)).toEqual(countsOf(first));
  // The archive may have names that the erasure had not replaced yet, so it is finished after the import.
  expect(JSON.parse(second["erased_users"] ?? "")).toMatchObject({ finished_on: null });
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ["cut", (bytes) => bytes.subarray(0, bytes.length - 100)],
  ["changed", (bytes) => Buffer.concat([bytes.subarray(0, 500), Buffer.from("x"), bytes.subarray(501)])],
  ["not an archive", () => Buffer.from("not an archive")],
])("a file that is %s is rejected before anything is written", async (name, damage) => {
  const path = join(folder, `damaged-${name}`);
  await writeFile(path, damage(await readFile(archive)));
  const slug = `damaged-${uniqueName()}`;

  await expect(imported(here, path, { slug, hasNewIds: true })).rejects.toThrow("cannot be imported");
  expect(await findOrgBySlug(here.db, slug)).toBeUndefined();
});
