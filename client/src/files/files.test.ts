import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { waitUntil } from "../../../server/src/testing/wait-until.ts";
import { ApiError } from "../api-error.ts";
import { type FailingProxy, startFailingProxy } from "../testing/failing-proxy.ts";
import { Weft } from "../weft.ts";
import { type Upload, uploadFile } from "./upload-file.ts";
import type { UploadSource } from "./upload-source.ts";

let service: TestService;
let proxy: FailingProxy;
let weft: Weft;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  proxy = await startFailingProxy(service.address);
  const { apiKey, orgSlug } = service.first;
  weft = new Weft({ apiKey, orgSlug, baseUrl: proxy.baseUrl });
});

afterEach(() => proxy.close());

const mebibyte = 1024 * 1024;
const large = randomBytes(17 * mebibyte);
// The same with smaller chunks: 17 parts of a chunk that has 8 of them.
const part = 128 * 1024;
const smaller = large.subarray(0, 17 * part);
const uploadInParts = (upload: Upload) => uploadFile(weft, upload, 8 * part);

test.each([
  ["a text", "Größe,Name\n", "Größe,Name\n"],
  ["bytes", new TextEncoder().encode("a,b\n"), "a,b\n"],
  ["bytes of a part of a buffer", new TextEncoder().encode("xa,bx").subarray(1, 4), "a,b"],
  ["a Blob", new Blob(["a,", "b\n"]), "a,b\n"],
  ["a source", sourceOf(new TextEncoder().encode("a,b\n")), "a,b\n"],
  ["nothing", "", ""],
])("%s is uploaded in one call and downloaded again", async (_name, file, text) => {
  const stored = await weft.files.upload({ file, fileName: "items.csv" });

  expect(stored).toMatchObject({ fileName: "items.csv", contentType: "text/csv", status: "completed" });
  expect(stored.size).toBe(new TextEncoder().encode(text).length);
  expect(proxy.calls).toHaveLength(1);
  expect(await (await weft.files.download({ id: stored.id })).text()).toBe(text);
});

test("a picture has thumbnails, and other files have none", async () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mM4ISAAAAKMAOlLoldkAAAAAElFTkSuQmCC";
  const picture = await weft.files.upload({ file: Buffer.from(pixel, "base64"), fileName: "pixel.png" });
  const other = await weft.files.upload({ file: "text", fileName: "other.png" });

  const thumbnail = await weft.files.thumbnail({ id: picture.id, size: "96", v: picture.sha256?.slice(0, 12) });

  expect(thumbnail.type).toBe("image/webp");
  expect(Buffer.from(await thumbnail.arrayBuffer()).toString("latin1")).toMatch(/^RIFF....WEBP/s);
  await expect(weft.files.thumbnail({ id: other.id, size: "96" })).rejects.toMatchObject({ code: "no-thumbnail" });
});

test("a File and a source provide their names, a Blob its type, and options override them", async () => {
  const file = new File(["x"], "bild ü.txt", { type: "text/plain" });

  const named = await weft.files.upload({ file });
  const renamed = await weft.files.upload({ file, fileName: "b.bin", contentType: "image/png" });
  const sourced = await weft.files.upload({ file: { ...sourceOf(Buffer.from("x")), name: "c.json" } });

  expect(named).toMatchObject({ fileName: "bild ü.txt", contentType: "text/plain" });
  expect(renamed).toMatchObject({ fileName: "b.bin", contentType: "image/png" });
  expect(sourced).toMatchObject({ fileName: "c.json", contentType: "application/json" });
});

test("a file without a name is rejected before anything is sent", async () => {
  await expect(weft.files.upload({ file: "a" })).rejects.toThrow(TypeError);
  expect(proxy.calls).toHaveLength(0);
});

test("a large source is sent in chunks, read at most one chunk ahead, with progress", async () => {
  const source = sourceOf(large);
  const reported: { sent: number; ahead: number }[] = [];

  const stored = await weft.files.upload({
    file: source,
    fileName: "large.bin",
    onProgress: ({ sent, size }) => {
      expect(size).toBe(large.length);
      reported.push({ sent, ahead: source.read() - sent });
    },
  });

  expect(stored).toMatchObject({ status: "completed", sha256: sha256(large) });
  expect(reported.map(({ sent }) => sent / mebibyte)).toEqual([0, 8, 16, 17]);
  expect(Math.max(...reported.map(({ ahead }) => ahead))).toBeLessThan(mebibyte);
  expect(source.opened).toEqual([0]);
  expect(ranges()).toEqual([
    `bytes 0-8388607/${large.length}`,
    `bytes 8388608-16777215/${large.length}`,
    `bytes 16777216-17825791/${large.length}`,
  ]);
});

test.each([
  ["a source", () => sourceOf(smaller)],
  ["a Blob", () => new Blob([smaller])],
  ["bytes", () => smaller],
])("an interrupted upload of %s continues after the last byte received", async (_name, open) => {
  let pieces = 0;
  proxy.evaluate(async ({ method, path }) => {
    pieces += method === "PUT" ? 1 : 0;
    if (method === "PUT" && pieces === 2) return { kind: "cut-request", afterBytes: 3 * part };
    // The service may notice the lost connection later than the client.
    if (method === "GET")
      await waitUntil("the received bytes are recorded", async () => (await sizeAt(path)) > 8 * part);
    return undefined;
  });

  const stored = await uploadInParts({ file: open(), fileName: "large.bin" });

  expect(stored).toMatchObject({ status: "completed", sha256: sha256(smaller) });
  const starts = ranges().map((range) => Number(/ (\d+)-/.exec(range)?.[1]));
  expect(starts.slice(0, 2)).toEqual([0, 8 * part]);
  expect(starts[2]).toBeGreaterThan(8 * part);
});

test("a lost response, also the last one, costs a request and no data", async () => {
  const source = sourceOf(smaller);
  const lost = new Set([`bytes ${8 * part}-`, `bytes ${16 * part}-`]);
  proxy.evaluate(({ headers }) => {
    const range = String(headers["content-range"]);
    const hit = [...lost].find((start) => range.startsWith(start));
    return hit !== undefined && lost.delete(hit) ? { kind: "swallow-answer" } : undefined;
  });

  const stored = await uploadInParts({ file: source, fileName: "large.bin" });

  expect(stored).toMatchObject({ status: "completed", sha256: sha256(smaller) });
  expect(source.opened).toEqual([0]);
  expect(lost.size).toBe(0);
});

test("a source is reopened if the service has less than was sent", async () => {
  const source = sourceOf(smaller);
  let isFirst = true;
  proxy.evaluate(({ method, path }) => {
    if (method !== "PUT" || !isFirst) return undefined;
    isFirst = false;
    return { kind: "refuse", status: 200, body: JSON.stringify({ ...lying, id: path.split("/")[3] }) };
  });

  const stored = await uploadInParts({ file: source, fileName: "large.bin" });

  expect(stored).toMatchObject({ status: "completed", sha256: sha256(smaller) });
  expect(source.opened).toEqual([0, 0]);
});

/** As if the second chunk had arrived, although it has not. */
const lying = { status: "uploading", uploadedSize: 8 * part, size: smaller.length };

test("an upload without progress ends with the error of the last attempt", async () => {
  proxy.evaluate(({ method }) => (method === "PUT" ? { kind: "cut-connection" } : undefined));

  const error = await uploadInParts({ file: smaller, fileName: "large.bin", retries: 2 }).catch((one) => one);

  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 0, code: "unreachable" });
  expect(ranges()).toHaveLength(3);
});

test("an error response ends an upload immediately", async () => {
  const refusal = {
    type: "x",
    title: "x",
    status: 507,
    detail: "full",
    instance: "",
    code: "storage-full",
    requestId: "r",
  };
  proxy.evaluate(({ method }) =>
    method === "PUT" ? { kind: "refuse", status: 507, body: JSON.stringify(refusal) } : undefined,
  );

  await expect(uploadInParts({ file: smaller, fileName: "large.bin" })).rejects.toMatchObject({ status: 507 });
  expect(ranges()).toHaveLength(1);
});

test("an abort ends an upload with its reason and releases the source", async () => {
  const source = sourceOf(smaller);
  const controller = new AbortController();
  const onProgress = ({ sent }: { sent: number }) => (sent > 0 ? controller.abort(new Error("enough")) : undefined);

  const upload = uploadInParts({ file: source, fileName: "large.bin", onProgress, signal: controller.signal });

  await expect(upload).rejects.toThrow("enough");
  expect(source.isCanceled()).toBe(true);
});

test("a source that ends before its size is reported with the offset", async () => {
  const source = { ...sourceOf(smaller), size: smaller.length + 1 };

  await expect(uploadInParts({ file: source, fileName: "large.bin" })).rejects.toThrow(
    `ends at byte ${smaller.length} of ${smaller.length + 1}`,
  );
});

test("a small file is sent again after a lost response", async () => {
  proxy.next({ kind: "swallow-answer" });

  const stored = await weft.files.upload({ file: "a,b", fileName: "again.csv" });

  expect(stored.status).toBe("completed");
  expect(proxy.calls).toHaveLength(2);
});

test("files are read, listed by pages and criteria, and deleted", async () => {
  const stored = await weft.files.upload({ file: "x", fileName: "listed.txt" });

  expect(await weft.files.get({ id: stored.id })).toMatchObject({ id: stored.id, sha256: stored.sha256 });
  const criteria = { fileName: "listed.txt" };
  expect((await weft.files.list({ criteria, includeTotal: true })).total).toBe(1);
  expect((await weft.files.list({ limit: 1 })).nextPageKey).toBeTypeOf("string");
  await weft.files.delete({ id: stored.id, dryRun: true });
  expect((await weft.files.list({ criteria })).results.map(({ id }) => id)).toEqual([stored.id]);
  await expect(weft.files.delete({ id: stored.id, ifMatch: 99 })).rejects.toMatchObject({ status: 412 });
  await weft.files.delete({ id: stored.id });
  await expect(weft.files.get({ id: stored.id })).rejects.toMatchObject({ status: 404, code: "not-found" });
});

async function sizeAt(path: string): Promise<number> {
  return (await service.call("GET", path.replace("/api", ""))).body.uploadedSize;
}

function ranges(): string[] {
  return proxy.calls.filter(({ method }) => method === "PUT").map(({ headers }) => String(headers["content-range"]));
}

test.each([
  ["nothing", undefined],
  ["an ArrayBuffer", new ArrayBuffer(3)],
  ["a stream that cannot be opened again", new Blob(["a"]).stream()],
])("%s is rejected, before anything is sent", async (_name, file) => {
  const upload = async () => Reflect.apply(weft.files.upload, weft.files, [{ file, fileName: "a.bin" }]);

  await expect(upload()).rejects.toThrow(/^A file to upload must be a Blob or File/);
  expect(proxy.calls).toEqual([]);
});

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A source that reports where it was opened and how far it was read. */
function sourceOf(bytes: Uint8Array) {
  const opened: number[] = [];
  let position = 0;
  let canceled = false;
  const source: UploadSource = {
    size: bytes.length,
    stream(start) {
      opened.push(start);
      position = start;
      return new ReadableStream({
        pull(controller) {
          const chunk = bytes.subarray(position, position + 100_000);
          position += chunk.length;
          if (chunk.length > 0) controller.enqueue(chunk);
          else controller.close();
        },
        cancel() {
          canceled = true;
        },
      });
    },
  };
  return { ...source, opened, read: () => position, isCanceled: () => canceled };
}
