import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGunzip, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { tarHeader, unpackTar } from "../backup/tar.ts";
import { textOf } from "../backup/unpack-backup.ts";
import { sql } from "../platform/database/sql.ts";
import { countLockWaits } from "../testing/lock-waits.ts";
import { createEmptyDatabase, createOwnedDatabase, createTestDatabase, runOnce } from "../testing/test-database.ts";
import { startTestService, type TestService, testSecret } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { backUp, restore } from "./backup-actions.ts";

let service: TestService;
let folder: string;
let archive: string;
let printed: string[];

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), "weft-backup-"));
  archive = join(folder, "weft.tar.gz");
  vi.stubEnv("WEFT_SECRET", testSecret);
  for (const kind of ["log", "error"] as const) {
    vi.spyOn(console, kind).mockImplementation((line: string) => void printed.push(line));
  }
  printed = [];
  await service.call("POST", "/items", { body: { name: "Parka" } });
  await storeFile("source", "a sketch");
  use(service.database, "source");
  await backUp(archive, {});
});

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  printed = [];
  for (const name of ["DATABASE_OWNER_URL", "S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"]) {
    vi.stubEnv(name, undefined);
  }
});

function use({ connectionString }: { readonly connectionString: string }, dataFolder: string): void {
  vi.stubEnv("DATABASE_URL", connectionString);
  vi.stubEnv("DATA_DIR", join(folder, dataFolder));
}

function useS3(): void {
  vi.stubEnv("S3_ENDPOINT", "http://127.0.0.1:9");
  vi.stubEnv("S3_BUCKET", "files");
  vi.stubEnv("S3_ACCESS_KEY", "key");
  vi.stubEnv("S3_SECRET_KEY", "secret");
}

/** As if a node had stored it. */
async function storeFile(dataFolder: string, content: string): Promise<string> {
  const path = join(folder, dataFolder, "files", "a0");
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "sketch"), content);
  return join(path, "sketch");
}

async function emptyDatabase() {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  return database;
}

const fileOf = (path: string) => ({ path, kind: "file", modifiedOn: new Date() }) as const;

function packed(path: string, text: string): Buffer {
  const padding = Buffer.alloc((512 - (text.length % 512)) % 512);
  return Buffer.concat([tarHeader({ ...fileOf(path), size: text.length }), Buffer.from(text), padding]);
}

/** The manifest and the layout. */
async function firstEntries(path: string): Promise<Buffer[]> {
  const entries: Buffer[] = [];
  for await (const entry of unpackTar(createReadStream(path).pipe(createGunzip()))) {
    entries.push(packed(entry.path, await textOf(entry, 1_000_000)));
    if (entries.length === 2) break;
  }
  return entries;
}

const hasTables = async ({ db }: { readonly db: TestService["database"]["db"] }) =>
  (await db.query(sql`select 1 from pg_tables where schemaname = 'public' limit 1`)).length > 0;

test("a backup with files is not restored for nodes that read files from S3", async () => {
  const target = await emptyDatabase();
  use(target, "with-s3");
  useS3();

  await expect(restore(archive, {})).rejects.toThrow(/S3_ENDPOINT.*Nothing was changed\.$/);
  expect(await hasTables(target)).toBe(false);
});

test("a restore never replaces files, also with S3", async () => {
  const kept = await storeFile("kept", "mine");
  use(await emptyDatabase(), "kept");
  useS3();

  await expect(restore(archive, {})).rejects.toThrow(/files is not empty.*Nothing was changed\.$/);
  expect(await readFile(kept, "utf8")).toBe("mine");
});

test("a backup without files is restored with S3", async () => {
  use(service.database, "without-files");
  await mkdir(join(folder, "without-files", "files"), { recursive: true });
  await backUp(join(folder, "without-files.tar.gz"), {});
  const target = await emptyDatabase();
  use(target, "with-s3");
  useS3();

  await restore(join(folder, "without-files.tar.gz"), {});

  expect(await target.db.query(sql`select slug from orgs`)).toEqual([{ slug: "demo" }]);
});

test("tables of others are named and refused, and those of extensions are left out", async () => {
  const source = await createTestDatabase();
  onTestFinished(() => source.drop());
  await runOnce(
    source.connectionString,
    `create table spatial_ref_sys (srid integer primary key, name serial);
     alter extension plpgsql add table spatial_ref_sys;
     alter extension plpgsql add sequence spatial_ref_sys_name_seq;
     create table operator_notes (id integer primary key); create table "Operator's" (text text)`,
  );
  use(source, "others");
  const file = join(folder, "others.tar.gz");

  await expect(backUp(file, {})).rejects.toThrow(/not Weft's: Operator's, operator_notes\. Move them/);
  await runOnce(source.connectionString, `drop table operator_notes, "Operator's"`);
  await backUp(file, {});
  use(await emptyDatabase(), "others-restored");
  await restore(file, {});

  expect(printed.at(-1)).toMatch(/^Restored /);
});

test("a restore of a truncated backup says that the database is incomplete, and can be repeated", async () => {
  const cut = join(folder, "cut.tar.gz");
  await writeFile(cut, await readFile(archive));
  await truncate(cut, (await readFile(archive)).length - 100);
  const target = await emptyDatabase();
  use(target, "cut");

  await expect(restore(cut, {})).rejects.toThrow(
    /The backup cannot be used: it is damaged or truncated\. The database is incomplete: restore again, or drop it\.$/,
  );
  await truncate(cut, 100);
  use(await emptyDatabase(), "cut");
  await expect(restore(cut, {})).rejects.toThrow(/damaged or truncated\. Nothing was changed\.$/);
  use(target, "cut");
  await restore(archive, {});

  expect(await target.db.query(sql`select slug from orgs`)).toEqual([{ slug: "demo" }]);
  expect(await readFile(join(folder, "cut", "files", "a0", "sketch"), "utf8")).toBe("a sketch");
});

test.each([
  ["too large", tarHeader({ ...fileOf("tables/orgs/00000001.jsonl"), size: 300_000_000 }), "is too large"],
  ["not a row", packed("tables/orgs/00000001.jsonl", "[1\n"), "cannot be inserted"],
  ["not of its table", packed("tables/orgs/00000001.jsonl", '["a", "b"]\n'), "cannot be inserted"],
])("an entry that is %s is rejected", async (_, entry, reason) => {
  const file = join(folder, "forged.tar.gz");
  await writeFile(file, gzipSync(Buffer.concat([...(await firstEntries(archive)), entry])));
  use(await emptyDatabase(), "forged");

  await expect(restore(file, {})).rejects.toThrow(
    new RegExp(`its tables/orgs/00000001\\.jsonl ${reason}.*\\. The database is incomplete`),
  );
});

test("an interrupted restore says that the database is incomplete", async () => {
  const target = await createTestDatabase();
  onTestFinished(() => target.drop());
  use(target, "interrupted");

  const interrupted = target.db.transaction(async (tx) => {
    await tx.query(sql`lock table entities in share mode`);
    const restoring = restore(archive, {}).catch((error: unknown) => error);
    await waitUntil("the restore has begun", async () => (await countLockWaits(target.db)) > 0);
    process.emit("SIGTERM");
    return { restoring };
  });

  expect(await (await interrupted).restoring).toMatchObject({
    message: "conflict: Interrupted. The database is incomplete: restore again, or drop it.",
  });
});

test("a restore with two roles is recorded by the owner, and names the privileges that are left to grant", async () => {
  const { ownerUrl, roleUrl, db, drop } = await createOwnedDatabase();
  onTestFinished(drop);
  use({ connectionString: roleUrl }, "two-roles");
  vi.stubEnv("DATABASE_OWNER_URL", ownerUrl);

  await restore(archive, {});

  expect(printed.join("\n")).toContain("weft migrate --grants <role>");
  expect(await db.query(sql`select 1 from audit_entries where action = 'backup.restore'`)).toHaveLength(1);
});
