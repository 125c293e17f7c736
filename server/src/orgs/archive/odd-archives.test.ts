import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOrgBySlug } from "../../access/org-store.ts";
import { problem } from "../../access/testing/problem.ts";
import { packTar, type TarEntry, textEntry, unpackTar } from "../../backup/tar.ts";
import { beginRequest } from "../../files/testing/unfinished-request.ts";
import { upload } from "../../loader/testing/loading.ts";
import { sql } from "../../platform/database/sql.ts";
import { Problem } from "../../platform/problem.ts";
import { uniqueName } from "../../testing/builders.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { beginTorture } from "../../testing/torture.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { inOwnOrg, type OrgService } from "../../workflows/testing/own-org.ts";
import { exportSlug, fillOrg, imported, importServicesOf } from "../testing/filled-org.ts";
import { operate, operatorHeaders, operatorSettings } from "../testing/operator-world.ts";
import { fetchRows, openRows } from "./archive-store.ts";
import type { ImportServices } from "./import-org.ts";
import { checkArchive, textOf } from "./read-archive.ts";

const torture = beginTorture("damaged archives");

let folder: string;
let service: TestService;
let services: ImportServices;
let org: OrgService;
let archive: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-odd-"));
  service = await startTestService({ ...operatorSettings, DATA_DIR: folder });
  services = importServicesOf(service.database, folder);
  org = await inOwnOrg(service);
  await fillOrg(org);
  archive = await exportSlug(services, org.org.slug, join(folder, "org.tar.gz"));
});

afterAll(async () => {
  await services.bus.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

type Change = (entry: { readonly path: string; readonly bytes: Buffer }) => readonly TarEntry[];

/** A valid file with other entries. */
async function repack(change: Change): Promise<string> {
  const path = join(folder, `${uniqueName()}.tar.gz`);
  const unzipped = createReadStream(archive).pipe(createGunzip());
  async function* entries(): AsyncGenerator<TarEntry> {
    for await (const entry of unpackTar(unzipped)) {
      const bytes = Buffer.from(await textOf(entry.content));
      yield* change({ path: entry.path, bytes });
    }
  }
  await pipeline(Readable.from(packTar(entries()), { objectMode: false }), createGzip(), createWriteStream(path));
  return path;
}

const replace =
  (pattern: RegExp, edit: (text: string) => string): Change =>
  ({ path, bytes }) => [textEntry(path, pattern.test(path) ? edit(bytes.toString()) : bytes.toString())];

const add =
  (path: string, text: string): Change =>
  ({ path: known, bytes }) => [
    textEntry(known, bytes.toString()),
    ...(known === "weft-org.json" ? [textEntry(path, text)] : []),
  ];

const withSchema = (number: number) =>
  replace(/^weft-org\.json$/, (text) => text.replace(/("schemaVersion": )\d+/, `$1${number}`));

/** Gives each change a month of its own. */
async function spreadChanges(orgId: string): Promise<void> {
  const changes = await services.db.query<{ sequence: number; created_on: Date }>(sql`
    select sequence, created_on from changes where org_id = ${orgId}`);
  for (const { sequence, created_on } of changes) {
    const earlier = new Date(created_on.getTime() - sequence * 40 * 86_400_000);
    await services.db.query(sql`
      update changes set created_on = ${earlier} where org_id = ${orgId} and sequence = ${sequence}`);
  }
}

describe("an archive that was changed is rejected before anything is written", () => {
  test.each<[string, Change, string]>([
    ["of a newer schema", withSchema(9_999), "newer than this installation"],
    ["of a schema that is too old", withSchema(28), "the oldest that can be imported is 29"],
    [
      "with other bytes of a file",
      replace(/^files\//, (text) => text.replace("bytes", "BYTES")),
      "do not match its hash",
    ],
    [
      "without the bytes of a file",
      (entry) => (entry.path.startsWith("files/") ? [] : replace(/^$/, String)(entry)),
      "lacks the bytes",
    ],
    ["with bytes of an unknown file", replace(/^tables\/files\//, () => ""), "that it does not have"],
    [
      "with another row",
      replace(/^tables\/entities\//, (text) => text.replace("Parka", "Coat")),
      "do not match its manifest",
    ],
    [
      "with a table that its end does not list",
      add("tables/roles/000000.jsonl", '{"id":"x"}\n'),
      "do not match its manifest",
    ],
    ["with an unknown table", add("tables/orgs/000000.jsonl", "{}\n"), "unknown entry"],
    ["with rows that are not JSON", add("tables/files/000000.jsonl", "{\n"), "cannot be read"],
    [
      "without its end",
      (entry) => (entry.path === "weft-org-end.json" ? [] : replace(/^$/, String)(entry)),
      "ends too early",
    ],
  ])("%s", async (_name, change, message) => {
    const path = await repack(change);
    const slug = `odd-${uniqueName()}`;

    const outcome = imported(services, path, { slug, hasNewIds: true });

    await expect(outcome).rejects.toMatchObject({ code: "invalid-request", message: expect.stringContaining(message) });
    expect(await findOrgBySlug(services.db, slug)).toBeUndefined();
  });

  test("with random bytes, or cut at any place", async () => {
    const bytes = await readFile(archive);
    const path = join(folder, "damaged.tar.gz");
    const whole = await checkArchive(archive, { schemaVersion: 9_999, collectsIds: true });
    let rejected = 0;

    for (let round = 0; round < torture.times(200, 40); round += 1) {
      const place = Math.floor(torture.random() * bytes.length);
      const damaged = Buffer.from(round % 4 === 0 ? bytes.subarray(0, place) : bytes);
      damaged[place] = (damaged[place] ?? 0) ^ (1 << Math.floor(torture.random() * 8));
      await writeFile(path, damaged);
      const outcome = await checkArchive(path, { schemaVersion: 9_999, collectsIds: true }).catch(
        (error: unknown) => error,
      );
      if (outcome instanceof Problem) {
        expect(outcome.code).toBe("invalid-request");
        rejected += 1;
      } else {
        // A bit that means nothing, such as the time in the header of gzip.
        expect(outcome).toMatchObject({ manifest: whole.manifest, end: whole.end });
      }
    }

    torture.verdict(`${rejected} damaged archives rejected, the others were not changed by it`);
  });
});

describe("odd data", () => {
  test("is the same after an import with new ids", async () => {
    const caller = await inOwnOrg(service);
    const texts = [
      "𝄞 \u202eright to left\u202c é e\u0301 \ufeff",
      '"\\n\\u0041\\',
      "constructor",
      "__proto__",
      "AAAAAAAAAAAAAAAA",
    ];
    const numbers = [0.1, 1e-7, 9_007_199_254_740_991, -0.5];
    const long = "é".repeat(500_000);
    const bodies = [
      { name: "Texts", federatedId: "texts", list: texts, sixteen_letters_: "sixteen_letters_" },
      { name: "Numbers", federatedId: "numbers", list: numbers, empty: "" },
      { name: "Long", federatedId: "long", note: long },
    ];
    for (const body of bodies) {
      const created = await caller.call("POST", "/items", { body });
      expect(created.status, JSON.stringify(created.body)).toBe(201);
    }
    await caller.call("PUT", "/items/federated/long", { body: { note: `${long.slice(1)}!` } });
    const emptyFile = await upload(caller, "", "empty");
    await caller.call("POST", `/items`, { body: { name: "With a file", federatedId: "file", attachment: emptyFile } });
    await spreadChanges(caller.org.id);
    await operate(service, "POST", `/orgs/${caller.org.slug}/rename`, { slug: `${caller.org.slug}-2` });
    const path = await exportSlug(services, `${caller.org.slug}-2`, join(folder, "data.tar.gz"));
    const slug = `odd-${uniqueName()}`;

    const { org: copy } = await imported(services, path, { slug, hasNewIds: true });

    const references = ["attachment", "itemFamilyId"];
    const rowsOf = (orgId: string) =>
      services.db.query(sql`
        select e.federated_id, e.name, e.version, md5((e.properties - ${references}::text[])::text) as properties, array(
          select (c.created_on, c.sequence, md5((c.diffs - ${references}::text[])::text))::text from changes c
          where c.org_id = ${orgId} and c.entity_id = e.id order by c.sequence) as changes
        from entities e where e.org_id = ${orgId} order by e.federated_id`);
    expect(await rowsOf(copy.id)).toEqual(await rowsOf(caller.org.id));
    const [file] = await services.db.query<{ id: string }>(sql`select id from files where org_id = ${copy.id}`);
    const [item] = await services.db.query<{ file: string }>(sql`
      select properties ->> 'attachment' as file from entities where org_id = ${copy.id} and federated_id = 'file'`);
    expect(item?.file).toBe(file?.id);
    expect(file?.id).not.toBe(emptyFile);
  });

  test("large rows are read few at a time", async () => {
    const caller = await inOwnOrg(service);
    await services.db.query(sql`
      insert into entities (org_id, entity_type, id, type_path, name, properties)
      select ${caller.org.id}, 'item', 'large' || lpad(number::text, 11, '0'), 'item', 'Large',
        jsonb_build_object('note', repeat('x', 4000000))
      from generate_series(1, 26) number`);

    const sizes = await services.db.transaction(async (tx) => {
      const found: number[] = [];
      await openRows(tx, caller.org.id, "entities");
      for (let lines = await fetchRows(tx); lines.length > 0; lines = await fetchRows(tx)) {
        found.push(lines.join("").length);
      }
      return found;
    });

    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(128_000_000);
  });

  test("a file whose bytes are missing or damaged ends the export with its name", async () => {
    const caller = await inOwnOrg(service);
    await upload(caller, "some bytes", "price-list.csv");
    const [stored = ""] = (await readdir(join(folder, "files"), { recursive: true })).filter((name) =>
      name.includes(caller.org.id),
    );
    const failure = () => exportSlug(services, caller.org.slug, join(folder, "broken.tar.gz"));

    await writeFile(join(folder, "files", stored), "other byte");
    await expect(failure()).rejects.toThrow(/price-list\.csv\) are damaged/);
    await rm(join(folder, "files", stored));
    await expect(failure()).rejects.toThrow(/price-list\.csv\) are missing/);
  });
});

describe("over HTTP", () => {
  const post = (slug: string, body: Uint8Array) =>
    service.call("POST", `/operator/orgs/import?newIds=true&slug=${slug}`, {
      headers: { ...operatorHeaders, "content-type": "application/gzip" },
      body,
    });

  test("an archive is imported, and a damaged one rejected", async () => {
    const slug = `odd-${uniqueName()}`;
    const bytes = await readFile(archive);

    const damaged = await post(slug, bytes.subarray(0, -100));
    const done = await post(slug, bytes);

    expect(damaged).toMatchObject(problem("invalid-request"));
    expect(done).toMatchObject({ status: 201, body: { org: { slug, status: "active" } } });
  });

  test("an archive that is being received has no name on the disk, so nothing is left of it", async () => {
    const bytes = await readFile(archive);
    const imports = join(folder, "imports");
    await rm(imports, { recursive: true, force: true });
    const request = beginRequest(`${service.address}/api/operator/orgs/import`, "POST", {
      ...operatorHeaders,
      "content-type": "application/gzip",
      "content-length": bytes.length,
    });

    await request.write(bytes.subarray(0, 1_000));
    await waitUntil("the node stores it", () => existsSync(imports));

    await waitUntil("it has no name", async () => (await readdir(imports)).length === 0, 2_000);
    request.breakOff();
  });
});
