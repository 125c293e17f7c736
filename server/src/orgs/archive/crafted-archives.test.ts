import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOrgBySlug } from "../../access/org-store.ts";
import { problem } from "../../access/testing/problem.ts";
import { signIn } from "../../access/testing/sign-in.ts";
import { packTar, type TarEntry, tarHeader, textEntry, unpackTar } from "../../backup/tar.ts";
import { upload } from "../../loader/testing/loading.ts";
import { oneRow, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";
import { buildKey, buildUser, uniqueName } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService } from "../../workflows/testing/own-org.ts";
import { operate, operatorHeaders, shareOperatorService } from "../testing/operator-world.ts";
import { endPath, filePath, manifestPath, rowsBytesMax, rowsPath } from "./org-archive.ts";

/** The texts of an archive by their paths, in order. */
type Texts = Map<string, string>;

let node: TestService;
let victim: OrgService;
let fileId: string;
let exported: Texts;

beforeAll(async () => {
  node = await shareOperatorService();
  victim = await inOwnOrg(node);
  const tenant = await inOwnOrg(node);
  await buildUser(node, tenant.org, { email: "mallory@users.example" });
  const properties = [{ slug: "color", label: "Color", propertyType: "string" }];
  await tenant.call("PUT", "/entity-types/item", { body: { properties } });
  await tenant.call("POST", "/items", { body: { name: "Parka", roles: ["family"] } });
  fileId = await upload(tenant, "bytes of the tenant");
  exported = await exportTexts(tenant.org.slug);
});

afterAll(() => node.stop());

async function exportTexts(slug: string): Promise<Texts> {
  const answer = await fetch(`${node.address}/api/operator/orgs/${slug}/export`, { headers: operatorHeaders });
  const texts: Texts = new Map();
  const unzipped = Readable.from([gunzipSync(Buffer.from(await answer.arrayBuffer()))], { objectMode: false });
  for await (const { path, content } of unpackTar(unzipped)) {
    texts.set(path, (await buffer(Readable.from(content))).toString());
  }
  return texts;
}

const pathOf = (table: Parameters<typeof rowsPath>[0]) => rowsPath(table, 0);

/** Changes the first row of a table. */
function changeRow(texts: Texts, table: Parameters<typeof rowsPath>[0], change: object): void {
  const [first = "{}", ...others] = (texts.get(pathOf(table)) ?? "").split("\n");
  texts.set(pathOf(table), [JSON.stringify({ ...JSON.parse(first), ...change }), ...others].join("\n"));
}

function changeOrg(texts: Texts, change: object): void {
  const manifest = JSON.parse(texts.get(manifestPath) ?? "");
  texts.set(manifestPath, JSON.stringify({ ...manifest, org: { ...manifest.org, ...change } }));
}

/** With counts and hashes that fit: they do not protect an archive against changes. */
function endOf(texts: Texts): string {
  const rows = [...texts].filter(([path]) => path.startsWith("tables/"));
  const files = [...texts].filter(([path]) => path.startsWith("files/"));
  const tables = rows.map(([path, text]) => [
    path.split("/")[1],
    {
      rows: text.split("\n").filter((line) => line !== "").length,
      sha256: createHash("sha256").update(text).digest("hex"),
    },
  ]);
  const bytes = files.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
  return JSON.stringify({ tables: Object.fromEntries(tables), files: { count: files.length, bytes } });
}

interface Crafted {
  readonly slug: string;
  readonly archive: Buffer;
}

/** An archive of an organization of its own, with what the tenant has changed in it. */
async function craft(change: (texts: Texts) => void): Promise<Crafted> {
  const texts = new Map(exported);
  const slug = `crafted-${uniqueName()}`;
  const manifest = JSON.parse(texts.get(manifestPath) ?? "");
  texts.set(manifestPath, JSON.stringify({ ...manifest, exportId: newId() }));
  changeOrg(texts, { id: newId(), slug });
  change(texts);
  texts.set(endPath, endOf(texts));
  return { slug, archive: await pack([...texts].map(([path, text]) => textEntry(path, text))) };
}

async function pack(entries: readonly TarEntry[]): Promise<Buffer> {
  return gzipSync(await buffer(Readable.from(packTar(Readable.from(entries)), { objectMode: false })));
}

function importArchive({ archive }: Crafted, query = ""): Promise<TestAnswer> {
  const headers = { ...operatorHeaders, "content-type": "application/gzip" };
  return node.call("POST", `/operator/orgs/import${query}`, { headers, body: archive });
}

async function callerOf({ slug }: Crafted): Promise<TestService> {
  const org = oneRow([await findOrgBySlug(node.database.db, slug)].filter((one) => one !== undefined));
  return asCaller(node, await buildKey(node, org));
}

test("an archive that was only given other ids is imported", async () => {
  const crafted = await craft(() => {});

  const { status } = await importArchive(crafted);

  expect(status).toBe(201);
  expect((await (await callerOf(crafted)).call("GET", "/items")).body.results).toMatchObject([{ name: "Parka" }]);
});

describe("an archive cannot reach other organizations:", () => {
  test("places of bytes in it are ignored", async () => {
    const theirs = await upload(victim, "bytes of the victim");
    const { pieces } = oneRow(
      await node.database.db.query<{ pieces: { key: string }[] }>(sql`
        select pieces from files where org_id = ${victim.org.id} and id = ${theirs}`),
    );
    const crafted = await craft((texts) => {
      const thumbnails = { key: pieces[0]?.key, ranges: [{ size: 96, first: 0, last: 18 }] };
      const picture = { status: "ready", width: 1, height: 1, dominantColor: "#000000", ...thumbnails };
      changeRow(texts, "files", { uploaded_size: 0, pieces, picture });
      texts.delete(filePath(fileId));
    });
    expect((await importArchive(crafted)).status).toBe(201);

    const caller = await callerOf(crafted);
    const { downloadUrl } = (await caller.call("GET", `/files/${fileId}`)).body;

    expect(await (await fetch(downloadUrl)).text().catch(() => "")).not.toContain("victim");
    expect((await caller.call("GET", `/files/${fileId}/thumbnail?size=96`)).body).toMatchObject({
      code: "no-thumbnail",
    });
  });

  test("it cannot take the inbound webhook of another one", async () => {
    const { id } = (await victim.call("POST", "/inbound-webhooks", { body: { name: "Shop" } })).body;
    const hook = { id, name: "Mine", description: null, is_active: true, secret: "\\x", created_by_id: null };
    const crafted = await craft((texts) => {
      const rest = [...texts].filter(([path]) => path.startsWith("files/") || path === endPath);
      rest.forEach(([path]) => void texts.delete(path));
      const times = { created_on: "2026-01-01T00:00:00+00:00", updated_on: "2026-01-01T00:00:00+00:00", version: 1 };
      texts.set(pathOf("inbound_webhooks"), `${JSON.stringify({ ...hook, ...times })}\n`);
      rest.forEach(([path, text]) => void texts.set(path, text));
    });

    const answer = await importArchive(crafted);

    expect(answer).toMatchObject(problem("invalid-request"));
    expect(answer.body.detail).toContain("new ids");
  });
});

test("passwords in an archive are ignored", async () => {
  const { db } = node.database;
  const known = await buildUser(node, victim.org);
  const { password_hash } = oneRow(
    await db.query<{ password_hash: string }>(sql`
      select password_hash from users where org_id = ${victim.org.id} and id = ${known.id}`),
  );
  const crafted = await craft((texts) => changeRow(texts, "users", { password_hash }));
  expect((await importArchive(crafted)).status).toBe(201);

  const { status } = await signIn(node, { slug: crafted.slug }, { email: "mallory@users.example" });

  expect(status).toBe(401);
});

test.each<[string, (texts: Texts) => void]>([
  ["an id that is a path", (texts) => changeOrg(texts, { id: "../../../../etc" })],
  ["a slug that is none", (texts) => changeOrg(texts, { slug: "Not a slug" })],
  ["an unknown time zone", (texts) => changeOrg(texts, { timeZone: "Mars/Olympus" })],
  ["a retention that stops the jobs of all", (texts) => changeOrg(texts, { dataRetention: { runs: 0.5 } })],
  ["too short a retention of the audit log", (texts) => changeOrg(texts, { auditRetentionDays: 1 })],
  ["a row that is not JSON", (texts) => void texts.set(pathOf("users"), "{\n")],
  ["a row of a user that is a number", (texts) => void texts.set(pathOf("users"), "7\n")],
  ["a row without a known column", (texts) => void texts.set(pathOf("users"), '{"nothing":1}\n')],
  ["a time that is none", (texts) => changeRow(texts, "users", { created_on: "yesterday-ish" })],
  ["a time without end", (texts) => changeRow(texts, "users", { created_on: "infinity" })],
  [
    "a number that is too large",
    (texts) => changeRow(texts, "org_feeds", { last_sequence: 9_000_000_000_000_000_000 }),
  ],
  ["a reference to nothing", (texts) => changeRow(texts, "users", { id: null })],
  ["a property that cannot be indexed", (texts) => changeRow(texts, "entity_types", { properties: [{ slug: "a'b" }] })],
  ["a file without its bytes", (texts) => void texts.delete(filePath(fileId))],
  ["other bytes of a file", (texts) => void texts.set(filePath(fileId), "BYTES of the tenant")],
  ["the name of another file", (texts) => void texts.set("tables/../../etc/passwd", "x")],
])("an archive with %s is rejected with 400, and has no effect on others", async (_, change) => {
  const crafted = await craft(change);

  const answer = await importArchive(crafted);

  expect(answer).toMatchObject(problem("invalid-request"));
  expect((await findOrgBySlug(node.database.db, crafted.slug))?.suspended_on).not.toBeNull();
  expect((await operate(node, "GET", "/orgs?limit=1000")).status).toBe(200);
});

test("an archive that unpacks to large rows is rejected before they are read", async () => {
  const manifest = textEntry(manifestPath, exported.get(manifestPath) ?? "");
  const header = { path: pathOf("users"), kind: "file", size: rowsBytesMax + 1, modifiedOn: new Date() } as const;
  const whole = Buffer.concat([gunzipSync(await pack([manifest])).subarray(0, -1024), tarHeader(header)]);

  const answer = await importArchive({ slug: "", archive: gzipSync(whole) });

  expect(answer).toMatchObject(problem("invalid-request"));
  expect(answer.body.detail).toContain(`more than ${rowsBytesMax} bytes`);
});
