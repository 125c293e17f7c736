import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { signIn } from "../access/testing/sign-in.ts";
import { buildPng } from "../files/pictures/testing/build-pictures.ts";
import { upload } from "../loader/testing/loading.ts";
import { FolderBlobStore } from "../platform/blobs/folder-blob-store.ts";
import { sql } from "../platform/database/sql.ts";
import { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { buildUser } from "../testing/builders.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { inOwnOrg, type OrgService } from "../workflows/testing/own-org.ts";
import { deleteDueOrgs, type OrgDeletionServices } from "./delete-org.ts";
import { operate, operatorSettings, resume, suspend } from "./testing/operator-world.ts";

let dataFolder: string;
let node: TestService;
let service: OrgService;
let deletions: OrgDeletionServices;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "weft-deleting-"));
  // The node runs no jobs of its own, so that the test decides when they run.
  node = await startTestService({ ...operatorSettings, DATA_DIR: dataFolder, WEFT_ROLE: "api" });
  const { db } = node.database;
  const blobs = new FolderBlobStore(join(dataFolder, "files"));
  deletions = { db, bus: new WakeUpBus(node.database.connectionString), files: { db, blobs } };
});

afterAll(async () => {
  await deletions.bus.close();
  await node.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

beforeEach(async () => {
  service = await inOwnOrg(node);
});

const never = new AbortController().signal;
const request = (slug: string, body: object) => operate(node, "POST", `/orgs/${slug}/deletion`, body);

async function makeDue(): Promise<void> {
  await node.database.db.query(sql`
    update org_deletions set due_on = now() where subject_id = ${service.org.id} and completed_on is null`);
}

async function filesOf(orgId: string): Promise<string[]> {
  const names = await readdir(join(dataFolder, "files"), { recursive: true });
  return names.filter((name) => name.includes(orgId));
}

describe("a requested deletion", () => {
  test("needs the slug as confirmation, suspends the organization and waits for a week", async () => {
    const { slug } = service.org;

    const unconfirmed = await request(slug, { confirm: "another" });
    const requested = await request(slug, { confirm: slug });
    await deleteDueOrgs(deletions, never);

    expect(unconfirmed).toMatchObject(problem("invalid-request"));
    expect(requested).toMatchObject({
      status: 202,
      body: {
        status: "deleting",
        deletion: { slug, requestedBy: "operator token", startedOn: null, completedOn: null },
      },
    });
    const days = (Date.parse(requested.body.deletion.dueOn) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect(await service.call("GET", "/whoami")).toMatchObject(problem("org-suspended"));
  });

  test("is canceled by a resumption", async () => {
    const { slug } = service.org;
    await request(slug, { confirm: slug, waitDays: 0 });

    await resume(node, slug);
    await deleteDueOrgs(deletions, never);

    expect((await service.call("GET", "/whoami")).status).toBe(200);
    expect((await operate(node, "GET", `/deletions?slug=${slug}`)).body.results).toEqual([]);
  });

  test("without a waiting time is only for suspended organizations, and leaves a minute for requests in progress", async () => {
    const { slug } = service.org;

    const refused = await request(slug, { confirm: slug, now: true });
    await suspend(node, slug);
    const accepted = await request(slug, { confirm: slug, now: true });

    expect(refused).toMatchObject(problem("conflict"));
    const seconds = (Date.parse(accepted.body.deletion.dueOn) - Date.parse(accepted.body.suspension.since)) / 1000;
    expect(seconds).toBe(60);
  });

  test("replaces the date of an earlier one", async () => {
    const { slug } = service.org;
    const first = await request(slug, { confirm: slug, waitDays: 30 });

    const second = await request(slug, { confirm: slug, waitDays: 1 });

    expect(second.body.deletion.id).toBe(first.body.deletion.id);
    expect(Date.parse(second.body.deletion.dueOn)).toBeLessThan(Date.parse(first.body.deletion.dueOn));
  });
});

describe("a deletion that is due", () => {
  test("deletes thumbnails", async () => {
    const { slug, id } = service.org;
    const { body: file } = await service.call("POST", "/files?fileName=photo.png", {
      body: await buildPng({ width: 9, height: 9 }),
    });
    expect((await service.call("GET", `/files/${file.id}/thumbnail?size=96`)).status).toBe(200);
    expect(await filesOf(id)).toHaveLength(2);
    await request(slug, { confirm: slug });
    await makeDue();

    await deleteDueOrgs(deletions, never);

    expect(await filesOf(id)).toEqual([]);
  });

  test("deletes data and files, and leaves a receipt and other organizations", async () => {
    const { slug, id } = service.org;
    const other = await inOwnOrg(node);
    const user = await buildUser(node, service.org, { email: "ada@private.example" });
    await signIn(node, service.org, user, { password: "wrong" });
    for (const caller of [service, other]) {
      await caller.call("POST", "/items", { body: { name: "Parka", roles: ["family"] } });
      await upload(caller, "some bytes");
    }
    expect(await filesOf(id)).toHaveLength(1);
    await request(slug, { confirm: slug });
    await makeDue();

    await deleteDueOrgs(deletions, never);

    const { body } = await operate(node, "GET", `/deletions?slug=${slug}`);
    expect(body.results).toMatchObject([
      {
        orgId: id,
        slug,
        completedOn: expect.any(String),
        rows: { entities: 1, users: 1, files: 1, orgs: 1, changes: expect.any(Number), login_failures: 2 },
        files: 1,
        fileBytes: 10,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain("private.example");
    expect(await operate(node, "GET", `/orgs/${slug}`)).toMatchObject(problem("not-found"));
    expect(await service.call("GET", "/whoami")).toMatchObject(problem("unauthenticated"));
    expect(await filesOf(id)).toEqual([]);
    expect(await filesOf(other.org.id)).toHaveLength(1);
    expect((await other.call("GET", "/items")).body.results).toHaveLength(1);
  });

  test("is continued after it was stopped, and its receipt counts every row once", async () => {
    const { slug, id } = service.org;
    const body = { atomic: false, operations: Array.from({ length: 30 }, (_, index) => createOf(index)) };
    expect((await service.call("POST", "/items/batch", { body })).status).toBe(200);
    await upload(service, "some bytes");
    await request(slug, { confirm: slug });
    await makeDue();
    const { db, bus } = deletions;
    // A folder whose name is that of a file cannot be read.
    const blobs = new FolderBlobStore(join(dataFolder, "first-credentials.json"));

    await expect(deleteDueOrgs({ db, bus, files: { db, blobs } }, never)).rejects.toThrow();
    const refused = [
      await operate(node, "POST", `/orgs/${slug}/resume`),
      await operate(node, "POST", `/orgs/${slug}/suspend`, { reason: "Again." }),
      await operate(node, "POST", `/orgs/${slug}/rename`, { slug: `${slug}-2` }),
      await operate(node, "GET", `/orgs/${slug}/export`),
      await request(slug, { confirm: slug, waitDays: 30 }),
    ];
    const [halfway] = (await operate(node, "GET", `/deletions?slug=${slug}`)).body.results;
    await deleteDueOrgs(deletions, never);

    expect(refused).toMatchObject(refused.map(() => problem("conflict")));
    expect(halfway).toMatchObject({ startedOn: expect.any(String), completedOn: null, files: 1 });
    const [receipt] = (await operate(node, "GET", `/deletions?slug=${slug}`)).body.results;
    expect(receipt).toMatchObject({ rows: { entities: 30, files: 1 }, files: 1, completedOn: expect.any(String) });
    expect(await filesOf(id)).toEqual([]);
  });

  test("waits for bytes of an upload in progress", async () => {
    const { slug, id } = service.org;
    const { db } = node.database;
    await request(slug, { confirm: slug });
    await makeDue();
    await db.query(sql`insert into loose_blobs (org_id, key, is_doomed) values (${id}, ${`${id}/a/b`}, false)`);

    await deleteDueOrgs(deletions, never);
    const [waiting] = (await operate(node, "GET", `/deletions?slug=${slug}`)).body.results;
    await db.query(sql`update loose_blobs set is_doomed = true where org_id = ${id}`);
    await deleteDueOrgs(deletions, never);
    const [receipt] = (await operate(node, "GET", `/deletions?slug=${slug}`)).body.results;

    expect(waiting.completedOn).toBeNull();
    expect(receipt.completedOn).not.toBeNull();
  });
});

function createOf(index: number): object {
  return { op: "create", object: { name: `Item ${index}`, roles: ["family"] } };
}
