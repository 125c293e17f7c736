import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../testing/wait-until.ts";
import { S3BlobStore } from "./s3-blob-store.ts";
import { describeBlobStore } from "./testing/describe-blob-store.ts";
import { startTestS3, type TestS3 } from "./testing/test-s3.ts";

let s3: TestS3;
let store: S3BlobStore;

beforeAll(async () => {
  s3 = await startTestS3();
  store = new S3BlobStore(s3.options);
});

afterAll(async () => {
  await store.close();
  await s3.stop();
});

describeBlobStore("S3", () => store);

test("an unavailable store is reported as such, and works again when it is back", async () => {
  await store.put("away/before", Readable.from([Buffer.from("before")]));
  await s3.goAway();

  const away = { code: "unavailable", status: 503, headers: { "retry-after": "5" } };
  await expect(store.put("away/while", Readable.from([Buffer.from("while")]))).rejects.toMatchObject(away);
  const many = Readable.from(Array(30).fill(Buffer.alloc(1_000_000)), { objectMode: false });
  await expect(store.put("away/while", many)).rejects.toMatchObject(away);
  await expect(store.read("away/before", { first: 0, last: 5 })).rejects.toMatchObject(away);
  await expect(store.size("away/before")).rejects.toMatchObject(away);
  await expect(store.delete("away/before")).rejects.toMatchObject(away);
  await s3.comeBack();

  await store.put("away/after", Readable.from([Buffer.from("after")]));
  expect(await store.size("away/before")).toBe(6);
  expect(await store.size("away/after")).toBe(5);
  expect(await store.size("away/while")).toBeUndefined();
});

test("deleting a blob also deletes the parts of an interrupted upload, and of no other", async () => {
  const stalled = await Promise.all(["parts/a", "parts/a-2"].map(stallUpload));

  await store.delete("parts/a");

  expect(await s3.unfinishedKeys()).toEqual(["parts/a-2"]);
  await store.delete("parts/a-2");
  await Promise.all(stalled.map((breakOff) => breakOff()));
  expect(await s3.unfinishedKeys()).toEqual([]);
});

/** An upload of which some parts are stored. */
async function stallUpload(key: string): Promise<() => Promise<void>> {
  const stream = new PassThrough();
  const storing = store.put(key, stream).catch(() => undefined);
  stream.write(Buffer.alloc(20_000_000));
  await waitUntil("the first parts are stored", async () => (await s3.unfinishedKeys()).includes(key));
  return async () => {
    stream.destroy(new Error("broken off"));
    await storing;
  };
}

test("a missing bucket is an unavailable store, not a missing blob", async () => {
  const elsewhere = new S3BlobStore({ ...s3.options, bucket: "nowhere" });

  await expect(elsewhere.read("a/b", { first: 0, last: 0 })).rejects.toMatchObject({ code: "unavailable" });
  await elsewhere.close();
});

test.each([
  { accessKey: "wrong", secretKey: "S3RVER", code: "InvalidAccessKeyId" },
  { accessKey: "S3RVER", secretKey: "wrong", code: "SignatureDoesNotMatch" },
])("a wrong key is an unavailable store: $code", async ({ accessKey, secretKey, code }) => {
  const credentials = { kind: "static", accessKey, secretKey, sessionToken: undefined } as const;
  const stranger = new S3BlobStore({ ...s3.options, credentials });

  for (const bytes of [Buffer.from("x"), Buffer.alloc(9_000_000)]) {
    const put = stranger.put("a/b", Readable.from([bytes]));
    await expect(put).rejects.toMatchObject({ code: "unavailable", cause: { code } });
  }
  await stranger.close();
});
