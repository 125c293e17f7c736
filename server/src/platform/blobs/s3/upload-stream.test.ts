import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startLocalServer } from "../../outbound/testing/local-server.ts";
import { startTestS3, type TestS3 } from "../testing/test-s3.ts";
import { S3Client } from "./s3-client.ts";
import { abortUpload, deleteObject, getRange, getSize, listUploads } from "./s3-requests.ts";
import { uploadStream } from "./upload-stream.ts";

const limits = { partBytes: 100_000, partsAtOnce: 2, partsMax: 10 };

let s3: TestS3;
let client: S3Client;

beforeAll(async () => {
  s3 = await startTestS3({
    accessKey: "S3RVER",
    secretKey: "/+ secret",
    sessionToken: "of+the/session=",
    region: "eu-1",
  });
  client = new S3Client(s3.options);
});

afterAll(async () => {
  await client.close();
  await s3.stop();
});

async function readAll(key: string): Promise<Buffer> {
  return buffer((await getRange(client, key, 0, Number.MAX_SAFE_INTEGER)).body);
}

test.each([1, 65_536, 65_537, 100_000, 100_001, 999_999, 1_000_000])(
  "%i bytes in chunks of any size are stored unchanged",
  async (size) => {
    const bytes = randomBytes(size);
    const chunks = function* () {
      for (let at = 0, length = 1; at < size; at += length, length = (length * 7) % 70_001) {
        yield bytes.subarray(at, at + length);
      }
    };

    await uploadStream(
      client,
      { key: `sizes/${size}`, stream: Readable.from(chunks(), { objectMode: false }) },
      limits,
    );

    expect((await readAll(`sizes/${size}`)).equals(bytes)).toBe(true);
    expect(await getSize(client, `sizes/${size}`)).toBe(size);
    expect(await s3.unfinishedKeys()).toEqual([]);
  },
);

test("more parts than S3 accepts are refused, and nothing is left", async () => {
  const stream = Readable.from([Buffer.alloc(1_000_001)]);

  await expect(uploadStream(client, { key: "too/large", stream }, limits)).rejects.toMatchObject({
    code: "body-too-large",
    detail: "An upload to S3 can have up to 1000000 bytes.",
  });
  await expect(getSize(client, "too/large")).rejects.toMatchObject({ code: "NotFound" });
  expect(await s3.unfinishedKeys()).toEqual([]);
});

test.each(["a b+c", "ä/👕", "100%2F", "a?b#c&d=e", "!'()*~", '"<&>"'])(
  "the key %j is stored, listed and deleted, in one request and in parts",
  async (key) => {
    const stalled = new PassThrough();
    const storing = uploadStream(client, { key, stream: stalled }, limits).catch(() => undefined);
    stalled.write(Buffer.alloc(300_000));
    await expect.poll(() => listUploads(client, key)).toHaveLength(1);
    for (const upload of await listUploads(client, key)) {
      await abortUpload(client, upload);
    }
    stalled.destroy(new Error("broken off"));
    await storing;

    for (const size of [10, 250_000]) {
      const bytes = randomBytes(size);
      await uploadStream(client, { key, stream: Readable.from([bytes]) }, limits);
      expect((await readAll(key)).equals(bytes)).toBe(true);
    }
    await deleteObject(client, key);

    await expect(getSize(client, key)).rejects.toMatchObject({ status: 404 });
    expect(await listUploads(client, key)).toEqual([]);
  },
);

interface Store {
  readonly client: S3Client;
  /** As method and path, in the order in which their bodies were complete. */
  readonly calls: string[];
  readonly openPartsMax: () => number;
}

/** A store that knows one upload, and responds to its requests as the test says. */
async function startStore(answer: (call: string, response: ServerResponse) => boolean): Promise<Store> {
  const calls: string[] = [];
  let open = 0;
  let openMax = 0;
  const listener: RequestListener = (request: IncomingMessage, response) => {
    const call = `${request.method} ${request.url}`;
    calls.push(call);
    open += 1;
    openMax = Math.max(openMax, open);
    response.once("close", () => {
      open -= 1;
    });
    if (!answer(call, response)) {
      response
        .setHeader("etag", '"etag"')
        .end("<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>");
    }
  };
  const { url } = await startLocalServer(listener);
  const ofStore = new S3Client({ ...s3.options, endpoint: url, bucket: "b" });
  onTestFinished(() => ofStore.close());
  return { client: ofStore, calls, openPartsMax: () => openMax };
}

const fail = (response: ServerResponse, status: number, code: string) => {
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>Failed.</Message></Error>`);
  return true;
};
const someParts = () => Readable.from([Buffer.alloc(350_000)]);

test("a part that fails once is sent again, and the upload is completed once", async () => {
  let failures = 0;
  const store = await startStore((call, response) => {
    const fails = call.includes("partNumber=2") && failures++ === 0;
    return fails && fail(response, 503, "SlowDown");
  });

  await uploadStream(store.client, { key: "a", stream: someParts() }, limits);

  const parts = store.calls.map((call) => /partNumber=(\d)/.exec(call)?.[1]).filter((number) => number !== undefined);
  expect(parts.sort()).toEqual(["1", "2", "2", "3", "4"]);
  expect(store.calls.filter((call) => call === "POST /b/a?uploadId=one")).toHaveLength(1);
});

test("a part that keeps failing aborts the upload, after the other parts have ended", async () => {
  const store = await startStore((call, response) => {
    // The first part never gets a response.
    return call.includes("partNumber=1") || (call.includes("partNumber=2") && fail(response, 403, "AccessDenied"));
  });
  const stream = new PassThrough();
  stream.write(Buffer.alloc(250_000));

  const stored = uploadStream(store.client, { key: "a", stream }, limits);

  await expect(stored).rejects.toMatchObject({ code: "AccessDenied" });
  expect(stream.destroyed).toBe(true);
  expect(store.calls.at(-1)).toBe("DELETE /b/a?uploadId=one");
});

test("no more parts are sent at once than their number", async () => {
  const waiting: (() => void)[] = [];
  const store = await startStore((call, response) => {
    if (!call.includes("partNumber")) {
      return false;
    }
    waiting.push(() => response.setHeader("etag", '"etag"').end());
    return true;
  });
  let read = 0;
  const stream = Readable.from(
    (function* () {
      for (; read < 10; read += 1) {
        yield Buffer.alloc(100_000);
      }
    })(),
    { highWaterMark: 1 },
  );

  const stored = uploadStream(store.client, { key: "a", stream }, limits);
  await expect.poll(() => waiting.length).toBe(2);
  // Two parts, and what the stream itself reads ahead.
  expect(read).toBeLessThanOrEqual(4);
  for (let part = 1; part <= 10; part += 1) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
  }
  await stored;

  expect(store.openPartsMax()).toBe(2);
});

test.each([
  ["the object is there", "350000", true],
  ["another object is there", "10", false],
])("an upload that was completed before, since %s", async (_name, length, works) => {
  const store = await startStore((call, response) => {
    if (call.startsWith("HEAD")) {
      response.setHeader("content-length", length).end();
      return true;
    }
    return call === "POST /b/a?uploadId=one" && fail(response, 404, "NoSuchUpload");
  });

  const stored = uploadStream(store.client, { key: "a", stream: someParts() }, limits);

  await (works ? stored : expect(stored).rejects.toMatchObject({ code: "NoSuchUpload" }));
});

test("an upload that cannot be aborted reports its own failure", async () => {
  const store = await startStore((call, response) => {
    return (call.includes("partNumber") || call.startsWith("DELETE")) && fail(response, 403, "AccessDenied");
  });
  const failure = new Error("the source has failed");
  const stream = new PassThrough();
  stream.write(Buffer.alloc(150_000));
  const stored = uploadStream(store.client, { key: "a", stream }, limits);
  stream.destroy(failure);

  await expect(stored).rejects.toThrow();
});

test("uploads of a key are listed over several pages, without those of longer keys", async () => {
  const page = (uploads: readonly string[], more: string) =>
    `<ListMultipartUploadsResult>${uploads
      .map((upload) => `<Upload><Key>${upload.split(":")[0]}</Key><UploadId>${upload}</UploadId></Upload>`)
      .join("")}${more}</ListMultipartUploadsResult>`;
  const next =
    "<IsTruncated>true</IsTruncated><NextKeyMarker>a</NextKeyMarker><NextUploadIdMarker>a:2</NextUploadIdMarker>";
  const store = await startStore((call, response) => {
    response.end(call.includes("key-marker=a") ? page(["a:3", "ab:1"], next) : page(["a:1", "a:2"], next));
    return true;
  });

  const uploads = await listUploads(store.client, "a");

  expect(uploads.map(({ id }) => id)).toEqual(["a:1", "a:2", "a:3"]);
  expect(store.calls).toEqual([
    "GET /b?prefix=a&uploads=",
    "GET /b?key-marker=a&prefix=a&upload-id-marker=a%3A2&uploads=",
  ]);
});
