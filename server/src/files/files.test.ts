import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { expectProblem } from "../platform/http/testing/expect-problem.ts";
import { buildKey, buildOrg, firstOrg } from "../testing/builders.ts";
import { expectBytesOf, type FileService, shareFileService } from "./testing/file-service.ts";

let service: FileService;

beforeAll(async () => {
  service = await shareFileService();
});

afterAll(() => service.stop());

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

test("a file is read as it was returned, and again only when it has changed", async () => {
  const { downloadUrl, ...file } = await service.upload("abc", "a.txt");

  const answer = await service.call("GET", `/files/${file.id}`);
  const again = await service.send("GET", `/files/${file.id}`, { headers: { "if-none-match": '"1"' } });

  expect(answer.body).toMatchObject(file);
  expect(answer.body.downloadUrl).toMatch(`${service.address}/api/files/${file.id}/download?token=`);
  expect(downloadUrl).toBeDefined();
  expect(again.status).toBe(304);
});

test.each(["GET", "DELETE"])("%s with an unknown id is not found", async (method) => {
  expectProblem(await service.call(method, "/files/AAAAAAAAAAAAAAAA"), "not-found");
});

test.each(["PUT", "PATCH", "POST"])("a file rejects %s", async (method) => {
  const { id } = await service.upload("abc");

  const answer = await service.call(method, `/files/${id}`, { body: { fileName: "other" } });

  expectProblem(answer, "method-not-allowed");
  expect(answer.headers.get("allow")).toBe("GET, HEAD, DELETE");
});

describe("lists", () => {
  let headers: Record<string, string>;

  beforeAll(async () => {
    ({ headers } = await buildKey(service, await buildOrg(service)));
    for (const [fileName, body] of [
      ["b.csv", "1"],
      ["a.csv", "22"],
      ["c.txt", "333"],
    ] as const) {
      await service.send("POST", `/files?fileName=${fileName}`, { headers, body });
    }
  });

  async function namesOf(query: string): Promise<string[]> {
    const answer = await service.call("GET", `/files?${query}`, { headers });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.results.map(({ fileName }: { fileName: string }) => fileName);
  }

  test("are paginated, oldest first, and contain the caller's org only", async () => {
    const first = await service.call("GET", "/files?limit=2&includeTotal=true", { headers });
    const last = await service.call("GET", `/files?limit=2&nextPageKey=${first.body.nextPageKey}`, { headers });

    const names = [...first.body.results, ...last.body.results].map(({ fileName }) => fileName);
    expect(names).toEqual(["b.csv", "a.csv", "c.txt"]);
    expect([first.body.total, last.body.nextPageKey]).toEqual([3, undefined]);
  });

  test("support criteria, order and fields", async () => {
    expect(await namesOf(`criteria=${json({ contentType: "text/csv" })}`)).toEqual(["b.csv", "a.csv"]);
    expect(await namesOf(`criteria=${json({ size: { gt: 1 } })}`)).toEqual(["a.csv", "c.txt"]);
    expect(await namesOf(`order=${json({ orderField: "fileName", order: "asc" })}`)).toEqual([
      "a.csv",
      "b.csv",
      "c.txt",
    ]);
    const some = await service.call("GET", "/files?fields=size&limit=1", { headers });
    expect(Object.keys(some.body.results[0]).sort()).toEqual(["id", "size"]);
  });

  test("with criteria are paginated too", async () => {
    const query = `criteria=${json({ status: "completed" })}&limit=2&includeTotal=true`;

    const first = await service.call("GET", `/files?${query}`, { headers });
    const last = await service.call("GET", `/files?${query}&nextPageKey=${first.body.nextPageKey}`, { headers });

    expect([first.body.results.length, last.body.results.length, first.body.total]).toEqual([2, 1, 3]);
  });

  test("with criteria search only the newest files if there are more than can be searched", {
    timeout: 60_000,
  }, async () => {
    const org = await buildOrg(service);
    const { headers: other } = await buildKey(service, org);
    await service.database.db.query(sql`
      insert into files (org_id, id, file_name, content_type, size, uploaded_size, status)
      select ${org.id}, 'file' || to_char(number, 'FM000000000000'), number || '.csv', 'text/csv', 0, 0, 'completed'
      from generate_series(1, 100001) number`);

    const criteria = json({ fileName: { in: ["1.csv", "2.csv", "100001.csv"] } });
    const { body } = await service.call("GET", `/files?criteria=${criteria}`, { headers: other });

    expect(body.results.map(({ fileName }: { fileName: string }) => fileName)).toEqual(["2.csv", "100001.csv"]);
  });

  test.each(["nextPageKey=nonsense", "limit=0", "criteria=x", `order=${json({ orderField: "size", order: "up" })}`])(
    "reject %s",
    async (query) => {
      const answer = await service.call("GET", `/files?${query}`, { headers });

      expect(answer.status).toBe(400);
    },
  );
});

describe("deleting", () => {
  test("removes the bytes and the link together with the file", async () => {
    const before = (await service.pathsOnDisk()).length;
    const { id, downloadUrl } = await service.upload("abc");

    const answer = await service.call("DELETE", `/files/${id}`);

    expect(answer.status).toBe(204);
    expectProblem(await service.call("GET", `/files/${id}`), "not-found");
    expect((await fetch(downloadUrl)).status).toBe(404);
    await expectBytesOf(service, before);
  });

  test("checks the version in If-Match", async () => {
    const { id } = await service.upload("abc");

    const stale = await service.send("DELETE", `/files/${id}`, { headers: { "if-match": '"7"' } });
    const dryRunResult = await service.call("DELETE", `/files/${id}?dryRun=true`);
    const current = await service.send("DELETE", `/files/${id}`, { headers: { "if-match": '"1"' } });

    expectProblem(stale, "version-mismatch");
    expect([dryRunResult.status, current.status]).toEqual([204, 204]);
  });

  test("an upload in progress ends it", async () => {
    const { body: file } = await service.send("POST", "/files?fileName=a&size=4");
    const put = (range: string, body: string) =>
      service.send("PUT", `/files/${file.id}/content`, { headers: { "content-range": `bytes ${range}/4` }, body });
    await put("0-1", "ab");

    await service.call("DELETE", `/files/${file.id}`);

    expectProblem(await put("2-3", "cd"), "not-found");
    expect(await service.looseKeys()).toEqual([]);
  });
});

describe("permissions", () => {
  async function statusesOf(rights: Parameters<typeof buildKey>[2]): Promise<Record<string, number>> {
    const { headers } = await buildKey(service, await firstOrg(service), rights);
    const { id } = await service.upload("abc");
    const call = async (method: string, path: string, body?: string) =>
      (await service.send(method, path, { headers, ...(body === undefined ? {} : { body }) })).status;
    return {
      list: await call("GET", "/files"),
      get: await call("GET", `/files/${id}`),
      content: await call("GET", `/files/${id}/content`),
      create: await call("POST", "/files?fileName=a", "x"),
      put: await call("PUT", `/files/${id}/content`, "abc"),
      delete: await call("DELETE", `/files/${id}`),
    };
  }

  test.each([
    ["admin", { preset: "admin" as const }, [200, 200, 200, 201, 409, 204]],
    ["loader", { preset: "loader" as const }, [200, 200, 200, 201, 409, 204]],
    ["read-only", { preset: "read-only" as const }, [200, 200, 200, 403, 403, 403]],
    ["callback", { preset: "callback" as const }, [404, 404, 404, 404, 404, 404]],
    ["of other types", { rights: [{ verbs: ["read" as const], typePath: "item:*" }] }, [404, 404, 404, 404, 404, 404]],
    ["to create", { rights: [{ verbs: ["create" as const], typePath: "file" }] }, [404, 404, 404, 201, 409, 404]],
    [
      "on some fields",
      { rights: [{ verbs: ["read" as const], typePath: "file", fields: ["fileName"] }] },
      [200, 200, 404, 403, 403, 403],
    ],
  ])("%s", async (_, input, expected) => {
    expect(Object.values(await statusesOf(input))).toEqual(expected);
  });

  test("on some fields show only those", async () => {
    const rights = [{ verbs: ["read" as const], typePath: "file", fields: ["fileName"] }];
    const { headers } = await buildKey(service, await firstOrg(service), { rights });
    const { id } = await service.upload("abc", "seen.txt");

    const { body } = await service.call("GET", `/files/${id}`, { headers });
    const listed = await service.call("GET", `/files?criteria=${json({ size: 3 })}`, { headers });

    expect(body).toMatchObject({ id, fileName: "seen.txt" });
    expect([body.size, body.sha256, body.downloadUrl, body.contentType]).toEqual(Array(4).fill(undefined));
    expect(listed.body.results ?? []).toEqual([]);
  });
});

test("an image must be an existing file", async () => {
  const properties = [{ slug: "photo", label: "Photo", propertyType: "image" }];
  await service.call("PUT", "/entity-types/item", { body: { properties } });
  const { id } = await service.upload("abc", "photo.png");

  const good = await service.call("POST", "/items", { body: { name: "Parka", photo: id } });
  const bad = await service.call("POST", "/items", { body: { name: "Parka", photo: "AAAAAAAAAAAAAAAA" } });

  expect(good.status).toBe(201);
  expect(expectProblem(bad, "invalid-request").detail).toContain("no file with that id");
});

test("the images of a list are existing files in their order, at most 50 and each once", async () => {
  const properties = [{ slug: "photos", label: "Photos", propertyType: "image_list" }];
  await service.call("PUT", "/entity-types/item", { body: { properties } });
  const front: string = (await service.upload("abc", "front.png")).id;
  const back: string = (await service.upload("def", "back.png")).id;
  const create = (photos: unknown) => service.call("POST", "/items", { body: { name: "Parka", photos } });

  const good = await create([front, back]);
  const found = await service.call("GET", `/items?criteria=${encodeURIComponent(JSON.stringify({ photos: back }))}`);

  expect(good.body.photos).toEqual([front, back]);
  expect(found.body.results.map(({ id }: { id: string }) => id)).toEqual([good.body.id]);
  expect(expectProblem(await create([front, "AAAAAAAAAAAAAAAA"]), "invalid-request").detail).toContain("no file");
  expect(expectProblem(await create([front, front]), "invalid-request").detail).toContain("twice");
  expect(expectProblem(await create(front), "invalid-request").detail).toContain("a list of strings");
  const many = Array.from({ length: 51 }, (_, index) => `AAAAAAAAAAAAAA${index + 10}`);
  expect(expectProblem(await create(many), "invalid-request").detail).toContain("at most 50");
});
