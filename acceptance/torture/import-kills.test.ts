import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyAuditLog } from "../../server/src/access/audit/verify-audit-log.ts";
import { findOrgBySlug, type OrgRow } from "../../server/src/access/org-store.ts";
import { removeAbandonedBytes } from "../../server/src/files/file-jobs.ts";
import { beginRequest } from "../../server/src/files/testing/unfinished-request.ts";
import { readSchemaVersion } from "../../server/src/orgs/archive/archive-store.ts";
import { checkArchive, linesOf, readArchive } from "../../server/src/orgs/archive/read-archive.ts";
import { IdRewriter } from "../../server/src/orgs/archive/rewrite-ids.ts";
import { addVolume, contentOf, fillOrg, withoutAudit } from "../../server/src/orgs/testing/filled-org.ts";
import { FolderBlobStore } from "../../server/src/platform/blobs/folder-blob-store.ts";
import { oneRow, sql } from "../../server/src/platform/database/sql.ts";
import { isJsonObject, type JsonValue } from "../../server/src/platform/json-value.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { startTestService, type TestService, testSecret } from "../../server/src/testing/test-service.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { inOwnOrg, type OrgService } from "../../server/src/workflows/testing/own-org.ts";
import { killRepeatedly } from "../testing/kill-repeatedly.ts";
import { startNode } from "../testing/node-process.ts";
import { runWeft } from "../testing/run-weft.ts";

const torture = beginTorture("import kills");
const killsWanted = torture.times(3);
const itemCount = torture.times(3_000);
const fileSizes = [0, 1, 2_000_000, ...Array.from({ length: 30 }, () => Math.floor(torture.random() * 50_000))];

/** A database and a folder for files. */
interface Installation {
  readonly database: TestDatabase;
  readonly dataFolder: string;
}

let folder: string;
let service: TestService;
let org: OrgService;
let here: Installation;
/** No node runs there, which would work with what is imported. */
let elsewhere: Installation;
let archive: string;
let entryCount = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-imports-"));
  archive = join(folder, "org.tar.gz");
  elsewhere = { database: await createTestDatabase(), dataFolder: join(folder, "elsewhere") };
  const dataFolder = join(folder, "here");
  service = await startTestService({ DATA_DIR: dataFolder, WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" });
  here = { database: service.database, dataFolder };
  org = await inOwnOrg(service);
  await fillOrg(org);
  await addVolume(org, { items: itemCount, fileSizes });
  await admin(here, "export", org.org.slug, archive);
  for await (const _ of readArchive(archive)) {
    entryCount += 1;
  }
}, 180_000);

afterAll(async () => {
  await service.stop();
  await elsewhere.database.drop();
  await rm(folder, { recursive: true, force: true });
});

function environmentOf({ database, dataFolder }: Installation) {
  return { DATABASE_URL: database.connectionString, DATA_DIR: dataFolder, WEFT_SECRET: testSecret };
}

async function admin(installation: Installation, ...words: readonly string[]): Promise<void> {
  const run = await runWeft(["admin", "orgs", ...words], { env: environmentOf(installation), timeoutMs: 120_000 });
  expect(run).toMatchObject({ code: 0 });
}

async function orgOf({ database }: Installation, slug: string): Promise<OrgRow> {
  return oneRow([await findOrgBySlug(database.db, slug)].filter((found) => found !== undefined));
}

const imports: readonly [string, { readonly slug?: string; readonly hasNewIds: boolean }][] = [
  ["with its ids", { hasNewIds: false }],
  ["with new ids", { slug: "stormy", hasNewIds: true }],
];

test.each(imports)(
  "an import %s continues after each kill, and is equal to the original",
  {
    timeout: torture.times(600_000),
  },
  async (name, { slug = org.org.slug, hasNewIds }) => {
    const options = hasNewIds ? ["--new-ids", "--slug", slug] : [];
    const { db } = elsewhere.database;
    const progress = async () => {
      const [row] = await db.query<{ entries_done: number }>(sql`select entries_done from org_imports`);
      return (row?.entries_done ?? 0) / entryCount;
    };

    const run = await killRepeatedly(["admin", "orgs", "import", archive, ...options], {
      env: environmentOf(elsewhere),
      torture,
      kills: killsWanted,
      progress,
    });
    const copy = await orgOf(elsewhere, slug);
    const again = join(folder, `${slug}-again.tar.gz`);
    await admin(elsewhere, "export", slug, again);

    expect(run).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringContaining(`Completed the import of ${slug} `),
    });
    expect(run.kills).toBeGreaterThan(1);
    expect(copy.suspended_on).toBeNull();
    expect(await db.query(sql`select 1 from org_imports`)).toEqual([]);
    expect((await verifyAuditLog(db, copy.id))?.errors).toEqual([]);
    const digests = digestsOf(withoutAudit(await contentOf(again)), undefined);
    expect(digests).toEqual(
      digestsOf(withoutAudit(await contentOf(archive)), hasNewIds ? await rewriterTo(copy) : undefined),
    );
    await requireNoOtherBytes(elsewhere, copy.id);
    const rows = Object.values(digests).reduce((sum, table) => sum + table.rows, 0);
    torture.verdict(`${name}: killed ${run.kills} times; ${rows} rows and files are equal, no bytes are left over`);
  },
);

test("a node that is killed while it receives an archive leaves nothing on its disk", async () => {
  const dataFolder = join(folder, "receiver");
  const token = "the-token-of-the-operator-of-this-torture";
  const node = await startNode({
    env: { ...environmentOf({ ...elsewhere, dataFolder }), WEFT_OPERATOR_TOKEN: token },
  });
  const bytes = await readFile(archive);
  const request = beginRequest(`${node.address}/api/operator/orgs/import?newIds=true&slug=received`, "POST", {
    authorization: `Bearer ${token}`,
    "content-type": "application/gzip",
    "content-length": bytes.length,
  });
  await request.write(bytes.subarray(0, bytes.length / 2));
  const imports = join(dataFolder, "imports");
  await waitUntil("the node has an open file without a name", async () =>
    (await openFilesOf(node.pid)).some((path) => path.startsWith(imports) && path.endsWith(" (deleted)")),
  );

  expect(await node.end("SIGKILL")).toBe("SIGKILL");
  request.breakOff();

  expect(await readdir(imports)).toEqual([]);
});

/** The paths that a process on Linux has open. */
async function openFilesOf(pid: number): Promise<string[]> {
  const numbers = await readdir(`/proc/${pid}/fd`);
  return Promise.all(numbers.map((number) => readlink(`/proc/${pid}/fd/${number}`).catch(() => "")));
}

/** The archive as it must be with the ids of the copy. */
async function rewriterTo(copy: OrgRow): Promise<IdRewriter> {
  const schemaVersion = await readSchemaVersion(here.database.db);
  const { ids } = await checkArchive(archive, { schemaVersion, collectsIds: true });
  return new IdRewriter({ ids, oldOrgId: org.org.id, newOrgId: copy.id });
}

/** Counts and hashes, by table and by file, of lines in an order that does not depend on ids. */
function digestsOf(content: Readonly<Record<string, string>>, rewriter: IdRewriter | undefined) {
  return Object.fromEntries(
    Object.entries(content).map(([name, text]) => {
      const [, fileId] = /^file (.+)$/.exec(name) ?? [];
      const lines = fileId === undefined ? linesOf(text).map((line) => rewriter?.rewriteLine(line) ?? line) : [text];
      const sorted = lines.map((line) => (fileId === undefined ? canonical(JSON.parse(line)) : line)).sort();
      const sha256 = createHash("sha256").update(sorted.join("\n")).digest("hex");
      return [
        fileId === undefined ? name : `file ${rewriter?.newIdOf(fileId) ?? fileId}`,
        { rows: lines.length, sha256 },
      ];
    }),
  );
}

function canonical(value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonical).join()}]`;
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}:${canonical(member ?? null)}`,
    );
    return `{${members.sort().join()}}`;
  }
  return JSON.stringify(value);
}

/** A day later, the bytes that a killed run has stored without a file are deleted. */
async function requireNoOtherBytes({ database: { db }, dataFolder }: Installation, orgId: string): Promise<void> {
  await db.query(sql`update loose_blobs set since = now() - interval '2 days' where org_id = ${orgId}`);
  await removeAbandonedBytes({ db, blobs: new FolderBlobStore(join(dataFolder, "files")) });

  const stored = await readdir(join(dataFolder, "files"), { recursive: true });
  const { count } = oneRow(
    await db.query<{ count: number }>(sql`
      select coalesce(sum(jsonb_array_length(pieces)), 0)::integer as count from files where org_id = ${orgId}`),
  );
  expect(stored.filter((path) => path.includes(orgId))).toHaveLength(count);
}
