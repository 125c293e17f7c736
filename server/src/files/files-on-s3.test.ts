import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { S3BlobStore } from "../platform/blobs/s3-blob-store.ts";
import { startTestS3, type TestS3 } from "../platform/blobs/testing/test-s3.ts";
import { expectProblem } from "../platform/http/testing/expect-problem.ts";
import { SecretBox } from "../platform/secret-box.ts";
import { keyHeaders, testSecret } from "../testing/test-service.ts";
import { beginTorture } from "../testing/torture.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { removeAbandonedBytes } from "./file-jobs.ts";
import { Files } from "./files.ts";
import { type FileService, startFileService } from "./testing/file-service.ts";
import { beginRequest } from "./testing/unfinished-request.ts";

const torture = beginTorture("S3 away");

let s3: TestS3;
let service: FileService;

beforeAll(async () => {
  s3 = await startTestS3();
  service = await startFileService(s3.settings);
});

afterAll(async () => {
  await service.stop();
  await s3.stop();
});

test("bytes are stored in the bucket and nowhere else, and ranges work", async () => {
  const bytes = randomBytes(12_000_000);

  const { id, downloadUrl, sha256 } = await service.upload(bytes);

  const whole = await fetch(downloadUrl);
  const some = await fetch(downloadUrl, { headers: { range: "bytes=9000000-9000009" } });
  expect(sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  expect(Buffer.from(await some.arrayBuffer()).equals(bytes.subarray(9_000_000, 9_000_010))).toBe(true);
  expect((await s3.keys()).filter((key) => key.includes(id))).toHaveLength(1);
  expect(await service.pathsOnDisk()).toEqual([]);
});

test("an upload is resumed, and deleted with all of its pieces", async () => {
  const { body: file } = await service.send("POST", "/files?fileName=a&size=6");
  const put = (range: string, body: string) =>
    service.send("PUT", `/files/${file.id}/content`, { headers: { "content-range": `bytes ${range}/6` }, body });
  const piecesInBucket = async () => (await s3.keys()).filter((key) => key.includes(file.id)).length;

  await put("0-1", "ab");
  const done = await put("2-5", "cdef");
  const pieces = await piecesInBucket();
  const content = await service.send("GET", `/files/${file.id}/content`);
  await service.send("DELETE", `/files/${file.id}`);

  expect(done.body.status).toBe("completed");
  expect([pieces, content.body]).toEqual([2, "abcdef"]);
  expect(await piecesInBucket()).toBe(0);
});

test("an upload that breaks off leaves nothing", async () => {
  const before = await s3.keys();
  const headers = { ...keyHeaders(service.first), "content-length": 2_000_000 };
  const request = beginRequest(`${service.address}/api/files?fileName=a`, "POST", headers);

  await request.write(Buffer.alloc(1_000_000));
  await waitUntil("the upload has begun", async () => (await service.looseKeys()).length > 0);
  request.breakOff();

  await waitUntil("nothing is noted", async () => (await service.looseKeys()).length === 0);
  expect(await s3.keys()).toEqual(before);
});

test("while S3 is unavailable responses say so, and everything works once it is back", {
  timeout: torture.times(20_000),
}, async () => {
  const outages = torture.times(1);
  for (let outage = 0; outage < outages; outage++) {
    const kept = await service.upload("kept");
    const toDelete = await service.upload("doomed");
    await s3.goAway();

    const upload = await service.send("POST", "/files?fileName=a", { body: "abc" });
    const download = await service.send("GET", `/files/${kept.id}/content`);
    const removal = await service.send("DELETE", `/files/${toDelete.id}`);
    const known = await service.send("GET", `/files/${kept.id}`);
    const left = await service.looseKeys();
    await s3.comeBack();

    for (const answer of [upload, download]) {
      expectProblem(answer, "unavailable");
      expect(answer.headers.get("retry-after")).toBe("5");
    }
    expect([removal.status, known.status]).toEqual([204, 200]);
    expect(left.some((key) => key.includes(toDelete.id))).toBe(true);
    expect((await service.send("GET", `/files/${kept.id}/content`)).body).toBe("kept");
    await service.upload("after");
    const blobs = new S3BlobStore(s3.options);
    await removeAbandonedBytes(new Files({ db: service.database.db, blobs, secrets: new SecretBox([testSecret]) }));
    await blobs.close();
    expect(await service.looseKeys()).toEqual([]);
    expect((await s3.keys()).filter((key) => key.includes(toDelete.id))).toEqual([]);
  }
  torture.verdict(
    `outages: ${outages}; uploads and downloads were asked to retry, and all completed; no bytes are left`,
  );
});
