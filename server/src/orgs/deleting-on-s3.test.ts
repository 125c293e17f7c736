import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markOldBlobsForDeletion } from "../files/file-store.ts";
import { upload } from "../loader/testing/loading.ts";
import { S3BlobStore } from "../platform/blobs/s3-blob-store.ts";
import { startTestS3, type TestS3 } from "../platform/blobs/testing/test-s3.ts";
import { sql } from "../platform/database/sql.ts";
import { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { newId } from "../platform/ids.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { inOwnOrg, type OrgService } from "../workflows/testing/own-org.ts";
import { deleteDueOrgs } from "./delete-org.ts";
import { operate, operatorSettings } from "./testing/operator-world.ts";

const never = new AbortController().signal;

let s3: TestS3;
let store: S3BlobStore;
let node: TestService;
let bus: WakeUpBus;

beforeAll(async () => {
  s3 = await startTestS3();
  store = new S3BlobStore(s3.options);
  // The node runs no jobs of its own, so that the test decides when they run.
  node = await startTestService({
    ...operatorSettings,
    WEFT_ROLE: "api",
    ...s3.settings,
  });
  bus = new WakeUpBus(node.database.connectionString);
});

afterAll(async () => {
  await bus.close();
  await node.stop();
  await store.close();
  await s3.stop();
});

/** Complete files, one of which has several parts, and one whose upload was begun. */
async function storeFiles(caller: OrgService): Promise<void> {
  for (const size of [1, 10, 100, 12_000_000]) {
    await upload(caller, Buffer.alloc(size));
  }
  const { body: file } = await caller.call("POST", "/files?fileName=unfinished&size=6");
  for (const [range, bytes] of [
    ["0-1", "ab"],
    ["2-3", "cd"],
  ] as const) {
    const headers = { "content-type": "application/octet-stream", "content-range": `bytes ${range}/6` };
    const { status } = await caller.call("PUT", `/files/${file.id}/content`, { headers, body: bytes });
    expect(status).toBe(200);
  }
}

/** What a node leaves that was killed during an upload a day ago. Returns what ends it. */
async function leaveUpload(orgId: string): Promise<() => Promise<void>> {
  const { db } = node.database;
  const key = `${orgId}/${newId()}/${newId()}`;
  const stream = new PassThrough();
  await db.query(sql`
    insert into loose_blobs (org_id, key, is_doomed, since) values (${orgId}, ${key}, false, now() - interval '2 days')`);
  const storing = store.put(key, stream).catch(() => undefined);
  stream.write(Buffer.alloc(20_000_000));
  await waitUntil("some parts are stored", async () => (await s3.unfinishedKeys()).includes(key));
  await db.transaction(markOldBlobsForDeletion);
  return async () => {
    stream.destroy(new Error("killed"));
    await storing;
  };
}

test("files and unfinished uploads are deleted from the bucket, also after an outage in the middle", async () => {
  const { db } = node.database;
  const [deleted, kept] = [await inOwnOrg(node), await inOwnOrg(node)];
  await storeFiles(deleted);
  await storeFiles(kept);
  const endUpload = await leaveUpload(deleted.org.id);
  const { id, slug } = deleted.org;
  const keysOf = async (orgId: string) =>
    [...(await s3.keys()), ...(await s3.unfinishedKeys())].filter((key) => key.startsWith(orgId));
  const before = { deleted: await keysOf(id), kept: await keysOf(kept.org.id) };
  await operate(node, "POST", `/orgs/${slug}/deletion`, { confirm: slug });
  await db.query(sql`update org_deletions set due_on = now() where subject_id = ${id}`);
  const receipt = async () => (await operate(node, "GET", `/deletions?slug=${slug}`)).body.results[0];
  let requests = 0;
  const blobs = {
    put: (...args: Parameters<S3BlobStore["put"]>) => store.put(...args),
    read: (...args: Parameters<S3BlobStore["read"]>) => store.read(...args),
    size: (key: string) => store.size(key),
    close: async () => {},
    async delete(key: string) {
      requests += 1;
      if (requests === 3) {
        await s3.goAway();
      }
      await store.delete(key);
    },
  };

  await expect(deleteDueOrgs({ db, bus, files: { db, blobs } }, never)).rejects.toMatchObject({ code: "unavailable" });
  const during = await receipt();
  await s3.comeBack();
  const left = await keysOf(id);
  await deleteDueOrgs({ db, bus, files: { db, blobs } }, never);
  const after = await keysOf(id);
  await endUpload();

  expect(before.deleted).toHaveLength(7);
  expect(left).toHaveLength(5);
  expect(during).toMatchObject({ startedOn: expect.any(String), completedOn: null, files: 5 });
  expect(await receipt()).toMatchObject({
    completedOn: expect.any(String),
    rows: { files: 5, orgs: 1 },
    files: 5,
    fileBytes: 12_000_115,
  });
  expect(after).toEqual([]);
  expect(await keysOf(kept.org.id)).toEqual(before.kept);
  expect(await db.query(sql`select 1 from loose_blobs where org_id = ${id}`)).toEqual([]);
}, 60_000);
