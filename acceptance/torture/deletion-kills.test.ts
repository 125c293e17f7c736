import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrgTable, orgTables } from "../../server/src/orgs/org-tables.ts";
import { addVolume, contentOf, fillOrg, withoutAudit } from "../../server/src/orgs/testing/filled-org.ts";
import { identifier, oneRow, sql } from "../../server/src/platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { startTestService, testSecret } from "../../server/src/testing/test-service.ts";
import { beginTorture } from "../../server/src/testing/torture.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { inOwnOrg, type OrgService } from "../../server/src/workflows/testing/own-org.ts";
import { waitForProgress, waitWithinStep } from "../testing/kill-repeatedly.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "../testing/node-process.ts";
import { runWeft } from "../testing/run-weft.ts";

const torture = beginTorture("deletion kills");
const killsWanted = torture.times(3);
const itemCount = torture.times(3_000);
const fileSizes = Array.from({ length: 220 }, (_, index) => index * 10);
// Marks for bytes to delete, which no row refers to.
const uncounted: readonly OrgTable[] = ["loose_blobs"];

interface Receipt {
  readonly completed_on: Date | null;
  readonly deleted_rows: Readonly<Record<string, number>>;
  readonly files: number;
  readonly file_bytes: number;
}

let folder: string;
let env: Record<string, string>;
let database: TestDatabase;
let victim: OrgService["org"];
let neighbor: OrgService["org"];
let node: NodeProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-deletions-"));
  database = await createTestDatabase();
  env = { ...nodeEnvironment(database, join(folder, "data")), WEFT_SECRET: testSecret };
  const service = await startTestService(
    { DATA_DIR: join(folder, "data"), WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" },
    { database },
  );
  const [deleted, kept] = [await inOwnOrg(service), await inOwnOrg(service)];
  await fillOrg(deleted);
  await addVolume(deleted, { items: itemCount, fileSizes });
  await beginUpload(deleted);
  await fillOrg(kept);
  await addVolume(kept, { items: 100, fileSizes: [1_000] });
  await service.stop();
  [victim, neighbor] = [deleted.org, kept.org];
}, 180_000);

afterAll(async () => {
  await node?.end("SIGTERM");
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A file of which only the first bytes were sent. */
async function beginUpload(caller: OrgService): Promise<void> {
  const { body: file } = await caller.call("POST", "/files?fileName=unfinished&size=6");
  const headers = { "content-type": "application/octet-stream", "content-range": "bytes 0-1/6" };
  const { status } = await caller.call("PUT", `/files/${file.id}/content`, { headers, body: Buffer.from("ab") });
  expect(status).toBe(200);
}

async function admin(...words: readonly string[]): Promise<void> {
  expect(await runWeft(["admin", "orgs", ...words], { env, timeoutMs: 120_000 })).toMatchObject({ code: 0 });
}

async function contentOfNeighbor(name: string): Promise<Record<string, string>> {
  await admin("export", neighbor.slug, join(folder, name));
  return withoutAudit(await contentOf(join(folder, name)));
}

async function countRows(): Promise<Partial<Record<OrgTable, number>>> {
  const counts: Partial<Record<OrgTable, number>> = {};
  for (const table of orgTables) {
    const rows = await database.db.query<{ count: number }>(sql`
      select count(*) as count from ${identifier(table)} where org_id = ${victim.id}`);
    counts[table] = oneRow(rows).count;
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

async function readReceipt(): Promise<Receipt> {
  return oneRow(await database.db.query<Receipt>(sql`select * from org_deletions where subject_id = ${victim.id}`));
}

async function sizeOfFiles(): Promise<{ readonly files: number; readonly bytes: number }> {
  const rows = await database.db.query<{ files: number; bytes: number }>(sql`
    select count(*) as files, sum(uploaded_size)::bigint as bytes from files where org_id = ${victim.id}`);
  return oneRow(rows);
}

async function filesOfVictim(): Promise<string[]> {
  const names = await readdir(join(folder, "data", "files"), { recursive: true });
  return names.filter((name) => name.includes(victim.id));
}

/** The first sweep of the node deletes, instead of that at the next minute. */
async function startDeleting(): Promise<NodeProcess> {
  // The heartbeat of the killed node has expired.
  await database.db.query(sql`update nodes set seen_on = now() - interval '1 minute'`);
  await database.db.query(sql`update job_schedules set run_on = now() where task = 'delete-orgs'`);
  return startNode({ env });
}

test("a deletion continues after each kill, and its receipt counts every row and file once", {
  timeout: torture.times(600_000),
}, async () => {
  await admin("rename", victim.slug, `${victim.slug}-2`);
  const before = await contentOfNeighbor("before.tar.gz");
  await admin("delete", `${victim.slug}-2`, "--wait-days", "0", "--confirm", `${victim.slug}-2`);
  const counted = Object.entries(await countRows()).filter(([table]) => !uncounted.some((name) => name === table));
  const rowCount = counted.reduce((sum, [, count]) => sum + count, 0);
  const stored = await sizeOfFiles();
  const progress = async () => {
    const { deleted_rows: rows, completed_on: completedOn } = await readReceipt();
    const deleted = Object.values(rows).reduce((sum, count) => sum + count, 0);
    return completedOn === null ? deleted / rowCount : 2;
  };
  expect((await filesOfVictim()).length).toBeGreaterThan(fileSizes.length);

  let kills = 0;
  for (; kills < killsWanted && (await progress()) < 2; kills += 1) {
    node = await startDeleting();
    await waitForProgress(progress, (kills + torture.random()) / killsWanted, () => false);
    await waitWithinStep(torture);
    expect(await node.end("SIGKILL")).toBe("SIGKILL");
  }
  node = await startDeleting();
  await waitUntil("the receipt is complete", async () => (await progress()) === 2, 60_000);

  const { deleted_rows: rows, files, file_bytes: bytes } = await readReceipt();
  expect(rows).toEqual({ ...Object.fromEntries(counted), former_slugs: 1, orgs: 1 });
  expect({ files, bytes }).toEqual(stored);
  expect(await countRows()).toEqual({});
  expect(await filesOfVictim()).toEqual([]);
  expect(await contentOfNeighbor("after.tar.gz")).toEqual(before);
  torture.verdict(`killed ${kills} times; ${rowCount} rows and ${files} files counted once each, nothing is left`);
});
