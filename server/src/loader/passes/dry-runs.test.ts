import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { byFederatedId, download, ended, load, rows, start, upload } from "../testing/loading.ts";

let folder: string;
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-dry-runs-"));
  service = await startTestService({ DATA_DIR: folder });
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const header = "itemFamilyFederatedId,itemOptionFederatedId,name,optionName,price";
const items = { loadType: ["ITEM"] };

test("a dry run reports the changes field by field, and writes nothing", async () => {
  await load(service, rows(header, "D1,D1-R,Parka,Red,10"), items);

  const dry = await load(service, rows(header, "D1,D1-R,Parka,Red,12", "D1,D1-B,Parka,Blue,11"), {
    ...items,
    dryRun: true,
  });

  expect(dry).toMatchObject({ status: "completed", dryRun: true, errors: 0 });
  expect(dry.counts.item).toEqual({ created: 1, updated: 1, unchanged: 1, deleted: 0, failed: 0 });
  expect(dry.resultFileId).toBeUndefined();
  const plan = (await download(service, dry.planFileId))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(plan).toMatchObject([
    { rowNumber: 2, entityType: "item", federatedId: "D1-R", action: "update", changes: { price: ["10", "12"] } },
    {
      rowNumber: 3,
      entityType: "item",
      federatedId: "D1-B",
      action: "create",
      changes: { optionName: [null, "Blue"] },
    },
  ]);
  expect((await byFederatedId(service, "items", "D1-R")).price).toBe("10");
  expect(await byFederatedId(service, "items", "D1-B")).toBeUndefined();
});

test("the plan of a dry run can be applied as it is", async () => {
  const dry = await load(service, rows(header, "D2,D2-R,Cape,Red,10"), { ...items, dryRun: true });

  const started = await start(service, { applyPlanOf: dry.id });
  const applied = await ended(service, started.body.id);

  expect(started.status).toBe(201);
  expect(applied).toMatchObject({ status: "completed", applyPlanOf: dry.id, counts: dry.counts });
  expect((await byFederatedId(service, "items", "D2-R")).price).toBe("10");
});

test("a plan is rejected if one of its entities has changed, or with another configuration", async () => {
  await load(service, rows(header, "D3,D3-R,Shawl,Red,10"), items);
  const dry = await load(service, rows(header, "D3,D3-R,Shawl,Red,12"), { ...items, dryRun: true });
  const other = await start(service, { applyPlanOf: dry.id, onRowError: "skip" });
  const { id } = await byFederatedId(service, "items", "D3-R");
  await service.call("PUT", `/items/${id}`, { body: { price: "11" } });

  const changed = await start(service, { applyPlanOf: dry.id });

  expect(other).toMatchObject({ status: 409, body: { detail: expect.stringContaining("onRowError") } });
  expect(changed).toMatchObject({ status: 409, body: { code: "conflict", detail: expect.stringContaining(id) } });
  expect((await byFederatedId(service, "items", "D3-R")).price).toBe("11");
});

/** The service's files that this process has open. */
async function openFiles(): Promise<string[]> {
  const links = (await readdir("/proc/self/fd")).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ""));
  return (await Promise.all(links)).filter((path) => path.startsWith(join(folder, "files")));
}

// Only Linux lists the open files of a process.
test.skipIf(process.platform !== "linux")("a rejected plan file is closed", async () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `p${index},${"long name ".repeat(10)}${index},00ff00`);
  const dry = await load(service, rows("federatedId,name,hex", ...lines), { loadType: ["COLOR"], dryRun: true });
  const body = { federatedId: "p1", name: "In between", hex: "0000ff" };
  expect((await service.call("POST", "/colors", { body })).status).toBe(201);

  const answer = await start(service, { applyPlanOf: dry.id });

  expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining("p1") } });
  await waitUntil("no file is open", async () => (await openFiles()).length === 0);
});

test("a load without a plan cannot be applied", async () => {
  const written = await load(service, rows(header, "D4,D4-R,Scarf,Red,10"), items);

  const answer = await start(service, { applyPlanOf: written.id });

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/applyPlanOf" }] } });
});

test("a sample run returns at once, with the rows after each step", async () => {
  const fileLocation = await upload(service, rows("Style,Aktiv", "S1,TRUE", "S2,false", "S3,true"));

  const { status, body } = await start(service, {
    ...items,
    fileLocation,
    dryRun: true,
    sampleRows: 2,
    federatedMappings: { itemFamilyFederatedId: "Style" },
    conditionalColumns: [{ toProperty: "name", default: "{Style}-26" }],
  });

  expect(status).toBe(201);
  expect(body).toMatchObject({ status: "completed", counts: { item: { created: 2 } } });
  expect(body.samples).toHaveLength(6);
  expect(body.samples[0]).toMatchObject({
    columns: ["Style", "Aktiv"],
    rows: [{ values: ["S1", true] }, { rowNumber: 3 }],
  });
  expect(body.samples[5].columns).toContain("name");
  expect(body.expressionReadings).toMatchObject([{ toProperty: "name", reading: "template" }]);
});

test("sampleRows without dryRun is rejected, because it would not write", async () => {
  const fileLocation = await upload(service, rows("a", "1"));

  const answer = await start(service, { ...items, fileLocation, sampleRows: 2 });

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/sampleRows" }] } });
});
