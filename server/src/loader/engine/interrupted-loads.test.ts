import { mkdtemp, readdir, readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTypes } from "../../entities/testing/build-types.ts";
import { sql } from "../../platform/database/sql.ts";
import { firstOrg } from "../../testing/builders.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { holdBatches } from "../testing/hold-batches.ts";
import { byFederatedId, download, ended, load, started, upload } from "../testing/loading.ts";

let folder: string;
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-interrupted-"));
  service = await startTestService({ DATA_DIR: folder });
  const { id: orgId } = await firstOrg(service);
  await buildTypes(service.database.db, orgId, {
    "custom-entity:part": { properties: [{ slug: "code", unique: true }] },
  });
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const parts = {
  loadType: ["CUSTOM_ENTITY"],
  conditionalColumns: [{ toProperty: "typePath", default: "custom-entity:part" }],
};

const rowCount = 4_100;

/** Five batches of rows, the last one short. Each row has its own code. */
function partsFile(prefix: string): string {
  const lines = Array.from({ length: rowCount }, (_, index) => `${prefix}${index},Part ${index},${prefix}c${index}`);
  return `federatedId,name,code\n${lines.join("\n")}\n`;
}

/** A load that has written its first batch, with two batches waiting to be written and two to come. */
async function startHeld(prefix: string, more: object = {}) {
  const held = await holdBatches(service.database, 2);
  const fileLocation = await upload(service, partsFile(prefix));
  const id = await started(service, { ...parts, fileLocation, ...more });
  await held.areHeld();
  return { id, held };
}

async function takeCode(code: string): Promise<void> {
  const body = { name: "In between", typePath: "custom-entity:part", code };
  expect((await service.call("POST", "/custom-entities", { body })).status).toBe(201);
}

/** The number of changes that the load has recorded, by action. */
async function changesOf({ changeSetId }: { changeSetId: string }): Promise<object> {
  const rows = await service.database.db.query<{ action: string; count: number; entities: number }>(sql`
    select action, count(*) as count, count(distinct entity_id) as entities from changes
    where change_set_id = ${changeSetId} group by action order by action`);
  return Object.fromEntries(rows.map(({ action, count, entities }) => [action, [count, entities]]));
}

function resultRows(text: string): string[] {
  return text.split("\r\n").slice(1, -1);
}

test("a load that is canceled while it writes lists what it has written, which can be undone", async () => {
  const { id, held } = await startHeld("c");
  // The load checks for cancellation twice a second, when it saves its progress.
  await waitUntil("it has said nothing for a while", async () => {
    const old = await service.database.db.query(sql`
      select 1 from loads where id = ${id} and updated_on < now() - interval '600 ms'`);
    return old.length > 0;
  });

  const asked = await service.call("POST", `/loader-processes/${id}/cancel`);
  await held.release();
  const done = await ended(service, id);
  await service.call("POST", `/loader-processes/${id}/undo`);
  const { undo } = await ended(service, id);

  expect(asked).toMatchObject({ status: 200, body: { status: "running" } });
  const { created } = done.counts["custom-entity"];
  expect(done).toMatchObject({ status: "canceled", failureArea: "NONE" });
  expect(created).toBeGreaterThanOrEqual(3_000);
  expect(created).toBeLessThan(rowCount);
  expect(resultRows(await download(service, done.resultFileId))).toHaveLength(created);
  expect(undo).toMatchObject({ status: "completed", reverted: created, notReverted: 0 });
  expect(await byFederatedId(service, "custom-entities", "custom-entity:part:c1")).toBeUndefined();
});

test("an error that occurs only on write ends the load; what was written is listed and can be undone", async () => {
  const { id, held } = await startHeld("f");

  await takeCode("fc3500");
  await held.release();
  const done = await ended(service, id);
  await service.call("POST", `/loader-processes/${id}/undo`);
  const { undo } = await ended(service, id);

  const issues = await download(service, done.issuesFileId);
  const { created } = done.counts["custom-entity"];
  expect(done).toMatchObject({
    status: "failed",
    failureArea: "UPLOADING_DATA",
    errors: 1,
    issues: [{ rowNumber: 3_502, severity: "error" }],
  });
  expect(created).toBeGreaterThanOrEqual(3_000);
  expect(resultRows(await download(service, done.resultFileId))).toHaveLength(created);
  expect(issues).toContain("f3500,Part 3500,fc3500,3502,");
  expect(undo).toMatchObject({ status: "completed", reverted: created, notReverted: 0 });
});

test("with skip, a row rejected only on write is returned with its cells, and the others are written", async () => {
  const { id, held } = await startHeld("s", { onRowError: "skip" });

  await takeCode("sc3500");
  await held.release();
  const done = await ended(service, id);
  const issues = await download(service, done.issuesFileId);
  const again = await load(service, issues.replace("sc3500", "sc-fixed"), parts);

  expect(done).toMatchObject({
    status: "completed",
    errors: 1,
    counts: { "custom-entity": { created: rowCount - 1, failed: 1 } },
  });
  expect(again).toMatchObject({ status: "completed", counts: { "custom-entity": { created: 1 } } });
});

test("a load whose node loses the end of its spool is run again, and no row is missing", {
  timeout: 60_000,
}, async () => {
  const { id, held } = await startHeld("e");

  await cutLastBatch(id);
  await held.release();
  const done = await ended(service, id);

  expect(done).toMatchObject({ status: "completed", counts: { "custom-entity": { created: rowCount } } });
  expect(await byFederatedId(service, "custom-entities", `custom-entity:part:e${rowCount - 1}`)).toBeDefined();
});

/**
 * Removes the last batch from the spool of a load. Each batch has the length of its head, its head, and the parts that
 * the head lists.
 */
async function cutLastBatch(loadId: string): Promise<void> {
  const [name = ""] = (await readdir(join(folder, "loads"))).filter((run) => run.startsWith(loadId));
  const path = join(folder, "loads", name, "batches");
  const bytes = await readFile(path);
  let start = 0;
  for (let end = 0; end < bytes.length; ) {
    start = end;
    const headEnd = start + 4 + bytes.readUInt32LE(start);
    const { lengths }: { lengths: number[] } = JSON.parse(bytes.subarray(start + 4, headEnd).toString());
    end = headEnd + lengths.reduce((sum, length) => sum + length, 0);
  }
  await truncate(path, start);
}

test("a run that has lost its lease stops, and the holder of the job applies the rest of the plan", async () => {
  const planned = await load(service, partsFile("t"), { ...parts, dryRun: true });
  const held = await holdBatches(service.database, 2);
  const id = await started(service, { applyPlanOf: planned.id });
  await held.areHeld();

  // Simulates another node that considers this one dead and has started the load.
  await service.database.db.query(sql`update loads set claim = 'another' where id = ${id}`);
  await held.release();
  const job = await jobAfterItsRun(id);
  const done = await ended(service, id);

  expect(job).toEqual({ attempts: 1 });
  expect(done).toMatchObject({
    status: "completed",
    counts: { "custom-entity": { created: rowCount, updated: 0, unchanged: 0, failed: 0 } },
  });
  expect(await changesOf(done)).toEqual({ create: [rowCount, rowCount] });
  expect(new Set(resultRows(await download(service, done.resultFileId))).size).toBe(rowCount);
});

/** Waits until the job is free again, and makes it run at once. */
async function jobAfterItsRun(loadId: string): Promise<object | undefined> {
  let found: { readonly attempts: number }[] = [];
  await waitUntil("the job is free", async () => {
    found = await service.database.db.query(sql`
      select attempts from jobs
      where key = ${`run ${loadId}`} and claimed_by is null and attempts > 0`);
    return found.length > 0;
  });
  await service.database.db.query(sql`update jobs set run_on = now()`);
  return found[0];
}
