import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem } from "../platform/http/testing/expect-problem.ts";
import { keyHeaders } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { expectBytesOf, type FileService, startFileService } from "./testing/file-service.ts";
import { formBody, formType } from "./testing/form.ts";
import { beginRequest } from "./testing/unfinished-request.ts";

const uploadBytesMax = 100_000;

let service: FileService;

beforeAll(async () => {
  service = await startFileService({ WEFT_UPLOAD_BYTES_MAX: String(uploadBytesMax) });
});

afterAll(() => service.stop());

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const sendForm = (body: string, path = "/files") =>
  service.send("POST", path, { headers: { "content-type": formType }, body });

async function contentOf(id: string): Promise<string> {
  return (await service.send("GET", `/files/${id}/content`)).body;
}

describe("the bytes as the body", () => {
  test("are stored unchanged, counted and hashed", async () => {
    const bytes = randomBytes(70_000);

    const answer = await service.send("POST", "/files?fileName=photo.png", { body: bytes });

    const { id } = answer.body;
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/api/files/${id}`);
    expect(answer.headers.get("etag")).toBe('"1"');
    expect(answer.body).toMatchObject({
      entityType: "file",
      typePath: "file",
      fileName: "photo.png",
      contentType: "image/png",
      size: 70_000,
      uploadedSize: 70_000,
      sha256: sha256(bytes),
      status: "completed",
      version: 1,
    });
    const stored = await Promise.all((await service.pathsOnDisk()).map((path) => readFile(path)));
    expect(stored.some((found) => found.equals(bytes))).toBe(true);
  });

  test("may be empty", async () => {
    const { id, ...file } = await service.upload("", "empty.txt");

    expect(file).toMatchObject({ size: 0, status: "completed", sha256: sha256("") });
    expect(await contentOf(id)).toBe("");
  });

  test.each(["application/json", "text/csv; charset=utf-8", "image/svg+xml"])(
    "of the type %s are not parsed",
    async (contentType) => {
      const headers = { "content-type": contentType };

      const answer = await service.send("POST", "/files?fileName=a", { headers, body: "{not json" });

      expect(answer.body).toMatchObject({ contentType, size: 9 });
      expect(await contentOf(answer.body.id)).toBe("{not json");
    },
  );

  test.each([
    ["the parameter takes precedence", "&contentType=text/x-own", "text/csv", "text/x-own"],
    ["the default of a tool is ignored", "", "application/x-www-form-urlencoded", "text/csv"],
    ["octets are not a type", "", "application/octet-stream", "text/csv"],
  ])("%s", async (_, parameter, header, contentType) => {
    const headers = { "content-type": header };

    const answer = await service.send("POST", `/files?fileName=a.csv${parameter}`, { headers, body: "a,b" });

    expect(answer.body.contentType).toBe(contentType);
  });

  test("need a name", async () => {
    const answer = await service.send("POST", "/files", { body: "abc" });

    expect(expectProblem(answer, "invalid-request").errors).toMatchObject([{ pointer: "fileName" }]);
  });

  test("are checked against a declared size", async () => {
    const right = await service.send("POST", "/files?fileName=a&size=3", { body: "abc" });
    const wrong = await service.send("POST", "/files?fileName=a&size=4", { body: "abc" });

    expect(right.status).toBe(201);
    expect(expectProblem(wrong, "invalid-request").detail).toContain("size is 4, but 3 bytes were received");
  });

  test.each([["content-encoding", "gzip"]])("with %s: %s are rejected", async (name, value) => {
    const answer = await service.send("POST", "/files?fileName=a", { headers: { [name]: value }, body: "abc" });

    expectProblem(answer, "unsupported-media-type");
  });

  test("with unknown parameters are rejected", async () => {
    const answer = await service.send("POST", "/files?filename=a", { body: "abc" });

    expectProblem(answer, "invalid-request");
  });
});

describe("a form", () => {
  test("contains the name, the type and the bytes", async () => {
    const file = { name: "file", fileName: "colours ü.csv", contentType: "text/csv", value: "a,b\r\n1,2" };

    const answer = await sendForm(formBody([file]));

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ fileName: "colours ü.csv", contentType: "text/csv", size: 8 });
    expect(await contentOf(answer.body.id)).toBe("a,b\r\n1,2");
  });

  test("may have parts for name and type before the bytes", async () => {
    const parts = [
      { name: "fileName", value: "own.json" },
      { name: "contentType", value: "text/x-own" },
      { name: "file", fileName: "blob", value: "{}" },
    ];

    const answer = await sendForm(formBody(parts));

    expect(answer.body).toMatchObject({ fileName: "own.json", contentType: "text/x-own" });
  });

  test.each([
    ["without a part file", formBody([{ name: "fileName", value: "a" }]), "no file part"],
    ["with nothing in it", formBody([]), "no file part"],
    ["with another part for bytes", formBody([{ name: "photo", fileName: "a", value: "x" }]), "the file part"],
    [
      "with a part behind the bytes",
      formBody([
        { name: "file", fileName: "a", value: "x" },
        { name: "fileName", value: "late" },
      ]),
      "must be the last part",
    ],
    [
      "with two files",
      formBody([
        { name: "file", fileName: "a", value: "x" },
        { name: "file", fileName: "b", value: "y" },
      ]),
      "must be the last part",
    ],
    [
      "with a part that is not known",
      formBody([
        { name: "colour", value: "red" },
        { name: "file", fileName: "a", value: "x" },
      ]),
      "colour",
    ],
    [
      "with a part of __proto__",
      formBody([
        { name: "__proto__", value: "red" },
        { name: "file", fileName: "a", value: "x" },
      ]),
      "",
    ],
    ["without an end", formBody([{ name: "file", fileName: "a", value: "x" }], ""), ""],
    ["that is not a form", "hello", ""],
    ["with an invalid name", formBody([{ name: "file", fileName: "..", value: "x" }]), "a name"],
  ])("%s is rejected, and leaves nothing", async (_, body, detail) => {
    const before = (await service.pathsOnDisk()).length;

    const answer = await sendForm(body);

    expect(expectProblem(answer, "invalid-request").detail).toContain(detail);
    await expectBytesOf(service, before);
  });

  test("without a boundary is rejected", async () => {
    const headers = { "content-type": "multipart/form-data" };

    expectProblem(await service.send("POST", "/files?fileName=a", { headers, body: "x" }), "invalid-request");
  });
});

describe("a file that is too large", () => {
  const tooLarge = "x".repeat(uploadBytesMax + 1);

  test.each([
    ["with its length", {}],
    ["without its length", { "transfer-encoding": "chunked" }],
  ])("as the body, %s, is rejected and leaves nothing", async (_, headers) => {
    const before = (await service.pathsOnDisk()).length;

    const largest = await service.send("POST", "/files?fileName=a", { headers, body: tooLarge.slice(1) });
    const answer = await service.send("POST", "/files?fileName=a", { headers, body: tooLarge });

    expect(largest.status).toBe(201);
    const { detail } = expectProblem(answer, "body-too-large");
    expect(detail).toContain(`at most ${uploadBytesMax} bytes`);
    expect(detail).toContain("WEFT_UPLOAD_BYTES_MAX");
    await expectBytesOf(service, before + 1);
  });

  test("in a form is rejected and leaves nothing", async () => {
    const before = (await service.pathsOnDisk()).length;

    const answer = await sendForm(formBody([{ name: "file", fileName: "a", value: tooLarge }]));

    expectProblem(answer, "body-too-large");
    await expectBytesOf(service, before);
  });

  test("is rejected before any byte is stored", async () => {
    const answer = await service.send("POST", `/files?fileName=a&size=${uploadBytesMax + 1}`);

    expectProblem(answer, "body-too-large");
  });
});

test.each([
  ["of bytes", "application/octet-stream", ""],
  ["of a form", formType, formBody([{ name: "file", fileName: "a.bin", value: "" }], "").slice(0, -2)],
])("an upload %s that breaks off leaves nothing", async (_, contentType, head) => {
  const before = (await service.pathsOnDisk()).length;
  const headers = { ...keyHeaders(service.first), "content-type": contentType, "content-length": 90_000 };
  const request = beginRequest(`${service.address}/api/files?fileName=a.bin`, "POST", headers);

  await request.write(head + "x".repeat(50_000));
  await waitUntil("bytes on disk", async () => (await service.pathsOnDisk()).length > before);
  request.breakOff();

  await waitUntil("nothing left", async () => (await service.pathsOnDisk()).length === before);
  await waitUntil("no note left", async () => (await service.looseKeys()).length === 0);
  const listed = await service.call("GET", "/files?limit=1000");
  expect(listed.body.results.filter(({ fileName }: { fileName: string }) => fileName === "a.bin")).toEqual([]);
});

describe("a body that is not read", () => {
  test.each([
    ["without a credential", "/files?fileName=a", { "x-api-key": "" }, 401],
    ["with a fault in the query", "/files?fileName=a&size=x", {}, 400],
    ["for no file", "/files/AAAAAAAAAAAAAAAA/content", {}, 404],
  ])("%s does not keep its sender waiting", async (_, path, headers, status) => {
    const method = path.includes("content") ? "PUT" : "POST";

    const answer = await service.send(method, path, { headers, body: Buffer.alloc(20_000_000) });

    expect(answer.status).toBe(status);
  });

  test("leaves the connection usable", async () => {
    const statuses: number[] = [];
    for (const length of [1000, 1_000_000]) {
      // fetch keeps connections, so the second call would read what the first has left.
      const answer = await service.call("POST", "/files?fileName=a&size=x", { body: "x".repeat(length) });
      statuses.push(answer.status, (await service.call("GET", "/whoami")).status);
    }

    expect(statuses).toEqual([400, 200, 400, 200]);
  });
});

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\me\\items.csv", "items.csv"],
  ["/", undefined],
  ["..", undefined],
  ["   ", undefined],
  ["a\r\nSet-Cookie: x=1", "aSet-Cookie: x=1"],
  ['quote".txt', 'quote".txt'],
  ["résumé 日本.pdf", "résumé 日本.pdf"],
  ["gpj.\u202Eexe", "gpj.exe"],
  ["zero\u200Bwidth.txt", "zerowidth.txt"],
  [`${"x".repeat(400)}.csv`, `${"x".repeat(251)}.csv`],
])("the file name %j becomes %j", async (given, shown) => {
  const path = `/files?fileName=${encodeURIComponent(given)}`;

  const answer = await service.send("POST", path, { body: "x" });

  expect(answer.status).toBe(shown === undefined ? 400 : 201);
  expect(answer.body.fileName).toBe(shown);
});
