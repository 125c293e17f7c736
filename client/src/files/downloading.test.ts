import { randomBytes } from "node:crypto";
import { getEventListeners } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { ApiError } from "../api-error.ts";
import { type FailingProxy, startFailingProxy } from "../testing/failing-proxy.ts";
import { Weft } from "../weft.ts";

let service: TestService;
let proxy: FailingProxy;
let weft: Weft;
let id: string;

const bytes = randomBytes(900_000);

beforeAll(async () => {
  service = await shareTestService();
  const { apiKey, orgSlug } = service.first;
  const direct = new Weft({ apiKey, orgSlug, baseUrl: `${service.address}/api` });
  ({ id } = await direct.files.upload({ file: bytes, fileName: `50% "größe";\u{1f9e5}.bin` }));
});

afterAll(() => service.stop());

beforeEach(async () => {
  proxy = await startFailingProxy(service.address);
  const { apiKey, orgSlug } = service.first;
  weft = new Weft({ apiKey, orgSlug, baseUrl: proxy.baseUrl });
});

afterEach(() => proxy.close());

test("a download has its name, type and size before the first byte is read", async () => {
  const { fileName, contentType, size, stream } = await weft.files.download({ id });

  expect({ fileName, contentType, size }).toEqual({
    fileName: `50% "größe";\u{1f9e5}.bin`,
    contentType: "application/octet-stream",
    size: bytes.length,
  });
  await stream.cancel();
});

test("an interrupted download is resumed after the last byte, as long as there is progress", async () => {
  proxy.evaluate(() => ({ kind: "cut-answer", afterBytes: 200_000 }));

  const download = await weft.files.download({ id });
  const read = await download.bytes();

  expect(Buffer.compare(read, bytes)).toBe(0);
  const [first, ...resumed] = proxy.calls;
  expect(first?.headers["range"]).toBeUndefined();
  expect(resumed.map(({ headers }) => headers["range"])).toEqual(
    [200_000, 400_000, 600_000, 800_000].map((offset) => `bytes=${offset}-`),
  );
  expect(new Set(resumed.map(({ headers }) => headers["if-range"])).size).toBe(1);
  expect(resumed[0]?.headers["if-range"]).toMatch(/^"[0-9a-f]{64}"$/);
});

test("a download survives a short outage of the service", async () => {
  proxy.next({ kind: "cut-answer", afterBytes: 1 }, { kind: "refuse", status: 503 }, { kind: "cut-connection" });

  const download = await weft.files.download({ id });

  expect(Buffer.compare(await download.bytes(), bytes)).toBe(0);
  expect(proxy.calls).toHaveLength(4);
});

test("a download without progress ends with an error, after the received bytes", async () => {
  proxy.next({ kind: "cut-answer", afterBytes: 1000 }, { kind: "cut-connection" }, { kind: "cut-connection" });

  const { stream } = await weft.files.download({ id, retries: 2 });
  let read = 0;
  const error = await (async () => {
    for await (const chunk of stream) read += chunk.length;
  })().catch((one) => one);

  expect(read).toBe(1000);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: "unreachable" });
  expect(proxy.calls).toHaveLength(3);
});

test("a download without data is resumed like an interrupted one", async () => {
  proxy.next({ kind: "silence", afterBytes: 1000 });

  const download = await weft.files.download({ id, timeoutMs: 500 });

  expect(Buffer.compare(await download.bytes(), bytes)).toBe(0);
  expect(proxy.calls[1]?.headers["range"]).toBe("bytes=1000-");
});

test("a download may take longer than the timeout, as long as bytes arrive", async () => {
  const { stream } = await weft.files.download({ id, timeoutMs: 1_000 });
  const reader = stream.getReader();
  let read = 0;

  const until = Date.now() + 1_200;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    read += chunk.value.length;
    while (Date.now() < until) await new Promise((resolve) => setImmediate(resolve));
  }

  expect(read).toBe(bytes.length);
  expect(proxy.calls).toHaveLength(1);
});

test("an abort ends a download with its reason", async () => {
  const controller = new AbortController();
  proxy.next({ kind: "silence", afterBytes: 1000 });
  const { stream } = await weft.files.download({ id, signal: controller.signal });
  const reader = stream.getReader();
  await reader.read();

  controller.abort(new Error("enough"));

  await expect(reader.read()).rejects.toThrow("enough");
});

test("a missing file is reported before there is a stream", async () => {
  await expect(weft.files.download({ id: "AAAAAAAAAAAAAAAA" })).rejects.toMatchObject({ status: 404 });
});

test("a changed file is not mixed", async () => {
  proxy.next({ kind: "cut-answer", afterBytes: 1000 }, { kind: "refuse", status: 200, body: "another" });

  const download = await weft.files.download({ id });

  await expect(download.text()).rejects.toThrow("changed");
});

test("a long-lived signal does not retain ended downloads", async () => {
  const { signal } = new AbortController();

  await (await weft.files.download({ id, signal })).bytes();
  await (await weft.files.download({ id, signal })).stream.cancel();
  proxy.next({ kind: "cut-answer", afterBytes: 300_000 });
  await (await weft.files.download({ id, signal })).bytes();

  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an abort still ends a download that is being read", async () => {
  const controller = new AbortController();
  proxy.next({ kind: "silence", afterBytes: 300_000 });

  const download = await weft.files.download({ id, signal: controller.signal });
  const reading = download.bytes();
  controller.abort(new Error("enough"));

  await expect(reading).rejects.toThrow("enough");
});
