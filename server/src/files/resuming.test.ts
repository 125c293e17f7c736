import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { expectProblem } from "../platform/http/testing/expect-problem.ts";
import type { Answer } from "../platform/http/testing/send-request.ts";
import { keyHeaders } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { expectBytesOf, type FileService, shareFileService } from "./testing/file-service.ts";
import { formBody, formType } from "./testing/form.ts";
import { beginRequest } from "./testing/unfinished-request.ts";

let service: FileService;

beforeAll(async () => {
  service = await shareFileService();
});

afterAll(() => service.stop());

async function begin(size: number): Promise<string> {
  const answer = await service.send("POST", `/files?fileName=large.bin&size=${size}`);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

function put(id: string, range: string, body: string | Uint8Array, headers = {}): Promise<Answer> {
  return service.send("PUT", `/files/${id}/content`, {
    headers: { "content-range": `bytes ${range}`, ...headers },
    body,
  });
}

async function readFile(id: string) {
  return (await service.send("GET", `/files/${id}`)).body;
}

test("a new upload has no bytes, and says so", async () => {
  const answer = await service.send("POST", "/files?fileName=large.csv&size=10");

  const { id, downloadUrl, sha256 } = answer.body;
  expect(answer.body).toMatchObject({ status: "uploading", size: 10, uploadedSize: 0, contentType: "text/csv" });
  expect([downloadUrl, sha256]).toEqual([undefined, undefined]);
  expect(answer.headers.get("upload-offset")).toBe("0");
  const content = await service.send("GET", `/files/${id}/content`);
  expect(expectProblem(content, "conflict").detail).toContain("0 of 10 bytes");
});

test("consecutive pieces form the whole, with the hash of the whole", async () => {
  const bytes = randomBytes(10);
  const id = await begin(10);

  const first = await put(id, "0-3/10", bytes.subarray(0, 4));
  const second = await put(id, "4-4/10", bytes.subarray(4, 5));
  const last = await put(id, "5-9/10", bytes.subarray(5));

  expect([first, second, last].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([first, second, last].map(({ headers }) => headers.get("upload-offset"))).toEqual(["4", "5", "10"]);
  expect(first.body).toMatchObject({ status: "uploading", uploadedSize: 4, size: 10 });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect(last.body).toMatchObject({ status: "completed", uploadedSize: 10, sha256 });
  const content = await fetch(last.body.downloadUrl);
  expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
});

test("ranges span pieces", async () => {
  const id = await begin(9);
  await put(id, "0-2/9", "abc");
  await put(id, "3-5/9", "def");
  await put(id, "6-8/9", "ghi");

  const ranges = ["bytes=0-8", "bytes=2-3", "bytes=3-5", "bytes=1-7", "bytes=5-", "bytes=-1", "bytes=8-8"];
  const answers = await Promise.all(
    ranges.map((range) => service.send("GET", `/files/${id}/content`, { headers: { range } })),
  );

  expect(answers.map(({ body }) => body)).toEqual(["abcdefghi", "cd", "def", "bcdefgh", "fghi", "i", "i"]);
});

test("the whole may be sent at once, without Content-Range", async () => {
  const id = await begin(3);

  const answer = await service.send("PUT", `/files/${id}/content`, { body: "abc" });

  expect(answer.body).toMatchObject({ status: "completed", size: 3 });
});

test("an interrupted upload keeps the bytes received, and continues after them", async () => {
  const bytes = randomBytes(300_000);
  const id = await begin(bytes.length);
  const headers = { ...keyHeaders(service.first), "content-length": bytes.length };
  const request = beginRequest(`${service.address}/api/files/${id}/content`, "PUT", headers);

  await request.write(bytes.subarray(0, 200_000));
  await waitUntil("bytes on disk", async () => (await service.pathsOnDisk()).some((path) => path.includes(id)));
  request.breakOff();
  await waitUntil("they are kept", async () => (await readFile(id)).uploadedSize > 0);

  const { uploadedSize: offset } = await readFile(id);
  const rest = await put(id, `${offset}-${bytes.length - 1}/${bytes.length}`, bytes.subarray(offset));
  expect(offset).toBeLessThanOrEqual(200_000);
  expect(rest.body).toMatchObject({
    status: "completed",
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  expect(await service.looseKeys()).toEqual([]);
});

describe("bytes that do not fit", () => {
  test.each([
    ["behind a gap", "4-5/6"],
    ["that are there already", "0-1/6"],
  ])("%s are rejected with the position to continue from", async (_, range) => {
    const id = await begin(6);
    await put(id, "0-2/6", "abc");

    const answer = await put(id, range, "xx");

    expect(expectProblem(answer, "wrong-offset")).toMatchObject({ uploadOffset: 3 });
    expect(answer.headers.get("upload-offset")).toBe("3");
    expect((await readFile(id)).uploadedSize).toBe(3);
  });

  test("for a complete file are rejected", async () => {
    const { id } = await service.upload("abc");

    const answer = await put(id, "0-2/3", "abc");

    expect(expectProblem(answer, "wrong-offset").detail).toContain("All 3 bytes were already received");
  });

  test.each([
    ["of another size", "0-2/7", "abc"],
    ["fewer than they say", "0-2/6", "ab"],
    ["more than they say", "0-2/6", "abcd"],
    ["without a size", "0-2/*", "abc"],
    ["backwards", "2-0/6", "abc"],
    ["behind the end", "0-6/6", "abcdefg"],
    ["in other words", "all", "abc"],
  ])("%s are rejected", async (_, range, body) => {
    const id = await begin(6);

    const answer = await put(id, range, body);

    expectProblem(answer, "invalid-request");
    expect((await readFile(id)).uploadedSize).toBe(0);
  });

  test("because there are more than announced are rejected, even if their number was not sent", async () => {
    const id = await begin(6);

    const answer = await put(id, "0-2/6", "abcdef", { "transfer-encoding": "chunked" });

    expectProblem(answer, "body-too-large");
  });

  test("as a form are rejected", async () => {
    const id = await begin(3);
    const body = formBody([{ name: "file", fileName: "a", value: "abc" }]);

    const answer = await service.send("PUT", `/files/${id}/content`, {
      headers: { "content-type": formType, "content-range": `bytes 0-2/3`, "transfer-encoding": "chunked" },
      body,
    });

    expectProblem(answer, "unsupported-media-type");
  });

  test("for an unknown file are not found", async () => {
    expectProblem(await put("AAAAAAAAAAAAAAAA", "0-0/1", "a"), "not-found");
  });
});

test("of several callers that continue at the same byte one wins, and nothing of the others is left", async () => {
  const before = (await service.pathsOnDisk()).length;
  const bytes = [1, 2, 3, 4, 5, 6].map((number) => Buffer.alloc(50_000, number));
  const id = await begin(50_000);

  const answers = await Promise.all(bytes.map((all) => put(id, "0-49999/50000", all)));

  const winners = answers.filter(({ status }) => status === 200);
  const losers = answers.filter(({ status }) => status !== 200);
  expect(winners).toHaveLength(1);
  for (const loser of losers) {
    expectProblem(loser, "wrong-offset");
  }
  const winner = bytes[answers.findIndex(({ status }) => status === 200)] ?? "";
  expect(winners[0]?.body.sha256).toBe(createHash("sha256").update(winner).digest("hex"));
  await expectBytesOf(service, before + 1);
});

test("an upload with all bytes but an interrupted completion is completed by the next request", async () => {
  const { db } = service.database;
  const { id, sha256 } = await service.upload("abc");
  await db.query(sql`update files set status = 'uploading', sha256 = null where id = ${id}`);

  const answer = await service.send("PUT", `/files/${id}/content`, { body: "abc" });

  expectProblem(answer, "wrong-offset");
  expect((await service.call("GET", `/files/${id}`)).body).toMatchObject({ status: "completed", sha256 });
});
