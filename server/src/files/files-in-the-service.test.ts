import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FolderBlobStore } from "../platform/blobs/folder-blob-store.ts";
import { sql } from "../platform/database/sql.ts";
import { SecretBox } from "../platform/secret-box.ts";
import { buildOrg, firstOrg } from "../testing/builders.ts";
import { countLockWaits } from "../testing/lock-waits.ts";
import { testSecret } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { removeAbandonedBytes } from "./file-jobs.ts";
import { Files } from "./files.ts";
import { expectBytesOf, type FileService, startFileService } from "./testing/file-service.ts";

let service: FileService;
let files: Files;
let orgId: string;

beforeAll(async () => {
  service = await startFileService();
  files = new Files({
    db: service.database.db,
    blobs: new FolderBlobStore(service.folder),
    secrets: new SecretBox([testSecret]),
  });
  orgId = (await firstOrg(service)).id;
});

afterAll(() => service.stop());

describe("files for the rest of the service", () => {
  test("are created from a stream, found and opened", async () => {
    const draft = { fileName: "issues.csv", contentType: "text/csv", stream: Readable.from(["_row\n", "2\n"]) };

    const made = await files.create(orgId, { id: "someone" }, draft);

    expect(await files.find(orgId, made.id)).toEqual(made);
    expect(await text(await files.open(orgId, made.id))).toBe("_row\n2\n");
    expect((await service.call("GET", `/files/${made.id}/content`)).body).toBe("_row\n2\n");
    expect(await (await fetch(files.linkTo(orgId, made.id, service.address))).text()).toBe("_row\n2\n");
  });

  test("are not found by another org", async () => {
    const made = await files.create(orgId, { id: "someone" }, { fileName: "a", stream: Readable.from([]) });
    const { id: otherOrg } = await buildOrg(service);

    expect(await files.find(otherOrg, made.id)).toBeUndefined();
    await expect(files.open(otherOrg, made.id)).rejects.toMatchObject({ code: "not-found" });
  });

  test("whose stream fails are not created, and the stream's error is thrown", async () => {
    const before = (await service.pathsOnDisk()).length;
    const failure = new Error("the rows have run out");
    const stream = new Readable({
      read() {
        this.destroy(failure);
      },
    });

    await expect(files.create(orgId, { id: "someone" }, { fileName: "a", stream })).rejects.toBe(failure);

    await expectBytesOf(service, before);
  });

  test("are read the same in large pieces as in small ones", async () => {
    const { body: file } = await service.send("POST", "/files?fileName=a&size=6");
    for (const [first, body] of [
      [0, "ab"],
      [2, "cdef"],
    ] as const) {
      const headers = { "content-range": `bytes ${first}-${first + body.length - 1}/6` };
      await service.send("PUT", `/files/${file.id}/content`, { headers, body });
    }

    expect((await buffer(await files.open(orgId, file.id))).toString()).toBe("abcdef");
  });
});

describe("the job", () => {
  test("deletes uploads that were not continued for a day, and keeps others", async () => {
    const { db } = service.database;
    const ids: string[] = [];
    for (const age of ["25 hours", "23 hours"]) {
      const { body: file } = await service.send("POST", "/files?fileName=a&size=4");
      const headers = { "content-range": "bytes 0-1/4" };
      await service.send("PUT", `/files/${file.id}/content`, { headers, body: "ab" });
      await db.query(sql`update files set updated_on = now() - ${age}::interval where id = ${file.id}`);
      ids.push(file.id);
    }
    const before = (await service.pathsOnDisk()).length;

    await removeAbandonedBytes(files);

    const statuses = await Promise.all(ids.map(async (id) => (await service.call("GET", `/files/${id}`)).status));
    expect(statuses).toEqual([404, 200]);
    await expectBytesOf(service, before - 1);
  });

  test("deletes the bytes left by a killed node, once they are a day old", async () => {
    const { db } = service.database;
    const before = (await service.pathsOnDisk()).length;
    for (const [name, age] of [
      ["old", "25 hours"],
      ["new", "1 hour"],
    ] as const) {
      await files.blobs.put(`${orgId}/killed/${name}`, Readable.from([Buffer.from("x")]));
      await db.query(sql`
        insert into loose_blobs values (${orgId}, ${`${orgId}/killed/${name}`}, false, now() - ${age}::interval)`);
    }

    await removeAbandonedBytes(files);

    expect(await service.looseKeys()).toEqual([`${orgId}/killed/new`]);
    expect(await service.pathsOnDisk()).toHaveLength(before + 1);
    await db.query(sql`delete from loose_blobs`);
  });

  test("leaves what the store fails to delete to a later run, deletes the rest, and reports it", async () => {
    const refused = await buildMarkedBlobs("refused", 3);
    await buildMarkedBlobs("willing", 3);

    const refusal = new Error("the policy forbids it");
    const run = removeAbandonedBytes(filesRefusing((key) => key.includes("/refused/"), refusal));

    await expect(run).rejects.toBe(refusal);
    expect(await service.looseKeys()).toEqual(refused);
    await removeAbandonedBytes(files);
    expect(await service.looseKeys()).toEqual([]);
  });

  test("deletes everything, however much there is", async () => {
    await buildMarkedBlobs("many", 1_001);

    await removeAbandonedBytes(files);

    expect(await service.looseKeys()).toEqual([]);
  });

  test("ends early when the store is unavailable, and starts with other blobs the next time", async () => {
    const asked: string[] = [];
    const isAway = (key: string) => asked.push(key) > 0;
    await buildMarkedBlobs("away", 400);

    await expect(removeAbandonedBytes(filesRefusing(isAway))).rejects.toThrow();
    const first = asked.splice(0);
    await expect(removeAbandonedBytes(filesRefusing(isAway))).rejects.toThrow();

    expect(first.length).toBeLessThan(100);
    expect(first.filter((key) => asked.includes(key))).toEqual([]);
    await removeAbandonedBytes(files);
    expect(await service.looseKeys()).toEqual([]);
  });

  test("continues after an upload that is deleted at the same time", async () => {
    const { db } = service.database;
    const { body: file } = await service.send("POST", "/files?fileName=a&size=4");
    await db.query(sql`update files set updated_on = now() - interval '2 days' where id = ${file.id}`);
    await buildMarkedBlobs("behind", 1);

    const job = await db.transaction(async (tx) => {
      await tx.query(sql`delete from files where id = ${file.id}`);
      const running = removeAbandonedBytes(files);
      await waitUntil("the job waits for the file", async () => (await countLockWaits(db)) > 0);
      return { running };
    });

    await job.running;
    expect(await service.looseKeys()).toEqual([]);
  });
});

/** Bytes marked for deletion; returns their keys. */
async function buildMarkedBlobs(name: string, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `${orgId}/${name}/${String(index).padStart(4, "0")}`);
  await service.database.db.query(sql`
    insert into loose_blobs (org_id, key, is_doomed) select ${orgId}, key, true from unnest(${keys}::text[]) key`);
  return keys;
}

/** A store that fails to delete some of its blobs. */
function filesRefusing(isRefused: (key: string) => boolean, refusal = new Error("the store is away")): Files {
  class RefusingStore extends FolderBlobStore {
    override async delete(key: string): Promise<void> {
      if (isRefused(key)) {
        throw refusal;
      }
      await super.delete(key);
    }
  }
  return new Files({
    db: service.database.db,
    blobs: new RefusingStore(service.folder),
    secrets: new SecretBox([testSecret]),
  });
}
