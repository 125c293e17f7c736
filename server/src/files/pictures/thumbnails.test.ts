import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionOf, signIn } from "../../access/testing/sign-in.ts";
import { sql } from "../../platform/database/sql.ts";
import { expectProblem } from "../../platform/http/testing/expect-problem.ts";
import { buildKey, buildOrg, buildUser, firstOrg } from "../../testing/builders.ts";
import { keyHeaders } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { type FileService, startFileService } from "../testing/file-service.ts";
import { buildJpeg, buildNoisyJpeg, buildPng, buildPngBomb, svgWithScript } from "./testing/build-pictures.ts";

let service: FileService;
let photo: { readonly id: string; readonly sha256: string };

beforeAll(async () => {
  service = await startFileService();
  photo = await service.upload(await buildJpeg({ width: 600, height: 300 }), "photo.jpg");
});

afterAll(() => service.stop());

const pathOf = (id: string, query = "size=96") => `/files/${id}/thumbnail?${query}`;

async function readThumbnail(id: string, query?: string, headers: Record<string, string> = keyHeaders(service.first)) {
  const answer = await fetch(`${service.address}/api${pathOf(id, query)}`, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** The file, once its picture is no longer pending. */
async function processed(id: string) {
  const read = async () => (await service.send("GET", `/files/${id}`)).body;
  await waitUntil("the picture was processed", async () => (await read()).pictureStatus !== "pending");
  return read();
}

describe("a thumbnail", () => {
  test("is a WebP of the requested size that cannot run, and is cached permanently under its content", async () => {
    const named = await readThumbnail(photo.id, `size=240&v=${photo.sha256.slice(0, 12)}`);

    expect(named.status).toBe(200);
    expect(await sharp(named.bytes).metadata()).toMatchObject({ format: "webp", width: 240, height: 120 });
    expect(Object.fromEntries(named.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-length": String(named.bytes.length),
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cache-control": "private, max-age=31536000, immutable",
      etag: `"${photo.sha256}-240"`,
    });
  });

  test("is revalidated without the name of its content", async () => {
    const first = await readThumbnail(photo.id);
    const etag = first.headers.get("etag") ?? "";
    const second = await readThumbnail(photo.id, "size=96", { ...keyHeaders(service.first), "if-none-match": etag });
    const other = await readThumbnail(photo.id, "size=240", { ...keyHeaders(service.first), "if-none-match": etag });

    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect([second.status, second.bytes.length, other.status]).toEqual([304, 0, 200]);
  });

  test("of another content does not exist", async () => {
    expectProblem(await service.send("GET", pathOf(photo.id, "size=96&v=0123456789ab")), "not-found");
    expectProblem(await service.send("GET", pathOf(photo.id, "size=96&v=xyz")), "invalid-request");
  });

  test.each(["", "size=100", "size=96&size=240", "size=96&crop=true"])(
    "with the parameters %j is rejected",
    async (query) => {
      expectProblem(await service.send("GET", pathOf(photo.id, query)), "invalid-request");
    },
  );

  test("can be loaded with the session of a browser", async () => {
    const org = await firstOrg(service);
    const session = sessionOf(await signIn(service, org, await buildUser(service, org), { grant: "session" }));

    expect((await readThumbnail(photo.id, "size=96", session)).status).toBe(200);
    expect((await readThumbnail(photo.id, "size=96", {})).status).toBe(401);
  });

  test("needs the right on the content", async () => {
    const org = await firstOrg(service);
    const names = await buildKey(service, org, {
      rights: [{ verbs: ["read"], typePath: "file", fields: ["fileName", "width"] }],
    });
    const contents = await buildKey(service, org, {
      rights: [{ verbs: ["read"], typePath: "file", fields: ["downloadUrl"] }],
    });
    const stranger = await buildKey(service, await buildOrg(service));

    const statuses = await Promise.all(
      [names, contents, stranger].map(
        async ({ headers }) => (await readThumbnail(photo.id, "size=96", headers)).status,
      ),
    );
    expect(statuses).toEqual([404, 200, 404]);
  });

  test("is made once for requests at the same time, and deleted with the file", async () => {
    const before = await service.pathsOnDisk();
    const { id } = await service.upload(await buildPng({ width: 300, height: 200 }), "twice.png");

    const answers = await Promise.all(["96", "240", "480", "960"].map((size) => readThumbnail(id, `size=${size}`)));
    await processed(id);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const widths = await Promise.all(answers.map(async ({ bytes }) => (await sharp(bytes).metadata()).width));
    expect(widths).toEqual([96, 240, 300, 300]);
    // The content, and a blob of all thumbnails.
    expect(await service.pathsOnDisk()).toHaveLength(before.length + 2);

    expect((await service.send("DELETE", `/files/${id}`)).status).toBe(204);
    expect(await service.pathsOnDisk()).toHaveLength(before.length);
    expect(await service.looseKeys()).toEqual([]);
  });
});

describe("the facts of a picture", () => {
  test("are set soon after the upload, also after one in parts", async () => {
    const jpeg = await buildNoisyJpeg({ width: 64, height: 48 });
    const { body: begun } = await service.send("POST", `/files?fileName=parts.jpg&size=${jpeg.length}`);
    for (const [first, last] of [[0, 9] as const, [10, jpeg.length - 1] as const]) {
      const headers = { "content-range": `bytes ${first}-${last}/${jpeg.length}` };
      await service.send("PUT", `/files/${begun.id}/content`, { headers, body: jpeg.subarray(first, last + 1) });
    }

    expect(begun).not.toHaveProperty("pictureStatus");
    expect(await processed(begun.id)).toMatchObject({
      pictureStatus: "ready",
      width: 64,
      height: 48,
      dominantColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
  });

  test("an upload does not wait for them, and its ETag changes with them", async () => {
    const answer = await service.send("POST", "/files?fileName=a.png", {
      body: await buildPng({ width: 9, height: 9 }),
    });
    const after = await processed(answer.body.id);

    expect(answer.body).toMatchObject({ pictureStatus: "pending", version: 1 });
    expect(after).toMatchObject({ pictureStatus: "ready", version: 2, updatedOn: answer.body.updatedOn });
  });

  test("of a file of an earlier release are set with its first thumbnail", async () => {
    const { id } = await service.upload(await buildPng({ width: 20, height: 10 }), "old.png");
    await processed(id);
    await service.database.db.query(sql`
      update files set picture = null where id = ${id} and org_id = ${(await firstOrg(service)).id}`);

    expect((await service.send("GET", `/files/${id}`)).body).not.toHaveProperty("pictureStatus");
    expect((await readThumbnail(id)).status).toBe(200);
    expect((await service.send("GET", `/files/${id}`)).body).toMatchObject({ pictureStatus: "ready", width: 20 });
  });

  test("can be read for a page of a hundred pictures, and searched", async () => {
    const png = await buildPng({ width: 8, height: 4 });
    const uploads = await Promise.all(Array.from({ length: 100 }, (_, index) => service.upload(png, `${index}.png`)));
    const ids = uploads.map(({ id }) => id);
    const criteria = encodeURIComponent(JSON.stringify({ id: { in: ids } }));
    const fields = "id,sha256,pictureStatus,dominantColor";

    const { status, body } = await service.send("GET", `/files?limit=100&criteria=${criteria}&fields=${fields}`);
    const wide = await service.send("GET", `/files?criteria=${encodeURIComponent('{"width":{"gte":600}}')}`);

    expect(status).toBe(200);
    expect(body.results.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
    expect(wide.body.results.map(({ id }: { id: string }) => id)).toEqual([photo.id]);
  });
});

describe("what cannot be shown", () => {
  test.each([
    ["text named .png", Buffer.from("hello"), undefined],
    ["an SVG with a script", svgWithScript, undefined],
    ["an empty file", Buffer.alloc(0), undefined],
    ["a bomb", buildPngBomb({ width: 30_000, height: 30_000 }), "too-large"],
    ["a truncated picture", buildPngBomb({ width: 1_000, height: 1_000 }), "unreadable"],
  ])("%s", async (_name, bytes, pictureStatus) => {
    const { id } = await service.upload(bytes, "picture.png");
    const file = await processed(id);
    const answer = await service.send("GET", pathOf(id));

    expect(file.pictureStatus).toBe(pictureStatus);
    expect(file).not.toHaveProperty("width");
    expect(expectProblem(answer, "no-thumbnail")).toMatchObject(pictureStatus === undefined ? {} : { pictureStatus });
  });

  test("an unfinished upload has no thumbnail yet", async () => {
    const { body } = await service.send("POST", "/files?fileName=photo.png&size=10");

    expectProblem(await service.send("GET", pathOf(body.id)), "conflict");
  });
});
