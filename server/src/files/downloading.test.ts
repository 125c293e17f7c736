import { createHash, randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayMs } from "../platform/durations.ts";
import { expectProblem } from "../platform/http/testing/expect-problem.ts";
import { sendRequest } from "../platform/http/testing/send-request.ts";
import { SecretBox } from "../platform/secret-box.ts";
import { buildKey, buildOrg, firstOrg } from "../testing/builders.ts";
import { testSecret } from "../testing/test-service.ts";
import { downloadPath } from "./download-link.ts";
import { type FileService, shareFileService } from "./testing/file-service.ts";

const text = "0123456789";
const etag = `"${createHash("sha256").update(text).digest("hex")}"`;

let service: FileService;
let file: { readonly id: string; readonly downloadUrl: string };

beforeAll(async () => {
  service = await shareFileService();
  file = await service.upload(text, "numbers.txt");
});

afterAll(() => service.stop());

const read = (headers: Record<string, string> = {}, method = "GET") =>
  service.send(method, `/files/${file.id}/content`, { headers });

test("the bytes come with all metadata headers, and never as a page", async () => {
  const answer = await read();

  expect(answer.status).toBe(200);
  expect(answer.body).toBe(text);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/plain",
    "content-length": "10",
    "content-disposition": `attachment; filename="numbers.txt"; filename*=UTF-8''numbers.txt`,
    etag,
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cache-control": "private, no-cache",
  });
});

test("HEAD returns the same headers without the bytes", async () => {
  const answer = await read({}, "HEAD");

  expect(answer.body).toBe("");
  expect(answer.headers.get("content-length")).toBe("10");
  expect(answer.headers.get("etag")).toBe(etag);
});

test("a page is not displayed or executed in the service's origin", async () => {
  const page = await service.upload("<script>alert(1)</script>", "evil.html");

  const answer = await sendRequest(page.downloadUrl, { headers: { accept: "text/html" } });

  expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
});

test.each([
  ['a"b\\c%.txt', `filename="a_b_c_.txt"; filename*=UTF-8''a%22b%5Cc%25.txt`],
  ["naïve 日本.txt", `filename="na_ve __.txt"; filename*=UTF-8''na%C3%AFve%20%E6%97%A5%E6%9C%AC.txt`],
  ["it's (1)*.txt", `filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
])("the name %j is harmless in a header", async (given, disposition) => {
  // A backslash in a name ends a folder, so it is written directly to where a store would have kept it.
  const { id } = await service.upload("x", given.replaceAll("\\", ""));

  const answer = await service.send("GET", `/files/${id}/content`);

  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; ${disposition.replace("a_b_c_", "a_bc_").replace("%5C", "")}`,
  );
});

test("compressible content is sent uncompressed", async () => {
  const { id } = await service.upload("a,b\n".repeat(2000), "packable.csv");

  const answer = await service.send("GET", `/files/${id}/content`, { headers: { "accept-encoding": "gzip, br" } });

  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(answer.headers.get("content-length")).toBe("8000");
});

test.each(["text/plain", "image/png", "text/csv"])("a client that accepts %s gets the bytes", async (accept) => {
  expect((await read({ accept })).status).toBe(200);
});

test("many bytes arrive complete", async () => {
  const bytes = randomBytes(8_000_000);
  const { downloadUrl } = await service.upload(bytes);

  const answer = await fetch(downloadUrl);

  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
});

describe("a range", () => {
  test.each([
    ["bytes=0-0", "0", "0-0"],
    ["bytes=2-5", "2345", "2-5"],
    ["bytes=7-", "789", "7-9"],
    ["bytes=7-99", "789", "7-9"],
    ["bytes=-3", "789", "7-9"],
    ["bytes=-99", text, "0-9"],
  ])("%s returns %s", async (range, body, place) => {
    const answer = await read({ range });

    expect(answer.status).toBe(206);
    expect(answer.body).toBe(body);
    expect(answer.headers.get("content-range")).toBe(`bytes ${place}/10`);
    expect(answer.headers.get("content-length")).toBe(String(body.length));
  });

  test.each(["bytes=10-", "bytes=99-100", "bytes=-0"])("%s is beyond the end", async (range) => {
    const answer = await read({ range });

    expectProblem(answer, "range-not-satisfiable");
    expect(answer.headers.get("content-range")).toBe("bytes */10");
  });

  test.each(["bytes=5-2", "bytes=0-1,3-4", "lines=0-1", "bytes=", "bytes=-", "bytes=a-b"])(
    "%s cannot be parsed, and all bytes are returned",
    async (range) => {
      const answer = await read({ range });

      expect([answer.status, answer.body]).toEqual([200, text]);
    },
  );

  test("of an empty file is beyond the end", async () => {
    const { id } = await service.upload("");

    const answer = await service.send("GET", `/files/${id}/content`, { headers: { range: "bytes=0-" } });

    expectProblem(answer, "range-not-satisfiable");
  });

  test("applies only while the bytes match If-Range", async () => {
    const range = "bytes=0-1";

    expect((await read({ range, "if-range": etag })).body).toBe("01");
    expect((await read({ range, "if-range": '"other"' })).body).toBe(text);
  });
});

test("a client that has the bytes gets none", async () => {
  const answer = await read({ "if-none-match": etag });

  expect([answer.status, answer.body]).toEqual([304, ""]);
});

describe("a link", () => {
  const open = (url: string) => sendRequest(url);
  const token = () => new URL(file.downloadUrl).searchParams.get("token") ?? "";
  const secrets = new SecretBox([testSecret]);

  async function linkAt(time: number, orgId?: string): Promise<string> {
    const org = await firstOrg(service);
    const path = downloadPath(secrets, { orgId: orgId ?? org.id, fileId: file.id }, time);
    return `${service.address}/api${path}`;
  }

  test("needs no credential, and supports ranges", async () => {
    const whole = await open(file.downloadUrl);
    const some = await sendRequest(file.downloadUrl, { headers: { range: "bytes=3-4" } });

    expect([whole.status, whole.body]).toEqual([200, text]);
    expect([some.status, some.body]).toEqual([206, "34"]);
  });

  test("is valid for a day", async () => {
    const good = await open(await linkAt(Date.now() - dayMs + 60_000));
    const expired = await open(await linkAt(Date.now() - dayMs - 2_000));

    expect(good.status).toBe(200);
    expect(expectProblem(expired, "link-expired").detail).toContain("24 hours");
  });

  test.each([
    ["a longer life", (good: string) => good.replace(/\.(\d+)\./, (_, expires) => `.${Number(expires) + 1}.`)],
    ["another signature", (good: string) => good.slice(0, -2) + (good.endsWith("AA") ? "BB" : "AA")],
    ["another org", (good: string) => `AAAAAAAAAAAAAAAA${good.slice(16)}`],
    ["nothing that is one", () => "hello"],
    ["a number that is none", (good: string) => good.replace(/\.\d+\./, ".1e9.")],
  ])("with %s opens nothing", async (_, forge) => {
    const answer = await open(`${service.address}/api/files/${file.id}/download?token=${forge(token())}`);

    expectProblem(answer, "not-found");
  });

  test("opens no other file", async () => {
    const other = await service.upload("secret");

    expectProblem(await open(`${service.address}/api/files/${other.id}/download?token=${token()}`), "not-found");
  });

  test("of another org opens nothing, even with a valid signature", async () => {
    const other = await buildOrg(service);

    expectProblem(await open(await linkAt(Date.now(), other.id)), "not-found");
  });

  test("signed with another secret opens nothing", async () => {
    const org = await firstOrg(service);
    const path = downloadPath(new SecretBox(["another secret"]), { orgId: org.id, fileId: file.id });

    expectProblem(await open(`${service.address}/api${path}`), "not-found");
  });

  test("without a token is rejected", async () => {
    expectProblem(await open(`${service.address}/api/files/${file.id}/download`), "invalid-request");
  });

  test("is never logged", async () => {
    await open(file.downloadUrl);

    expect(service.logLines.filter((line) => line.includes(token()))).toEqual([]);
  });
});

test("a key of another org finds nothing", async () => {
  const stranger = await buildKey(service, await buildOrg(service));

  const answer = await service.send("GET", `/files/${file.id}/content`, { headers: stranger.headers });

  expectProblem(answer, "not-found");
});

test("bytes stored on another node are missing, and the response says what to do", async () => {
  const { id } = await service.upload("far away");
  const path = (await service.pathsOnDisk()).find((name) => name.includes(id)) ?? "";
  await rm(path);

  const answer = await service.send("GET", `/files/${id}/content`);

  expect(expectProblem(answer, "bytes-not-here").detail).toContain("S3");
});
