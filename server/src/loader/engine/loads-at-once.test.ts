import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildOrg, firstOrg } from "../../testing/builders.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { holdBatches } from "../testing/hold-batches.ts";
import { all, ended, load, rows, started, upload } from "../testing/loading.ts";

let folder: string;
/** Serves requests and runs no loads. */
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-loads-"));
  service = await startTestService({ WEFT_ROLE: "api", DATA_DIR: folder });
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A node that runs loads, with the same files. */
function startWorker(): Promise<TestService> {
  return startTestService({ WEFT_ROLE: "worker", DATA_DIR: folder }, service);
}

const colors = { loadType: ["COLOR"] };

function colorsFile(prefix: string, count: number): string {
  const lines = Array.from({ length: count }, (_, index) => `${prefix}${index},Color ${index},336699`);
  return rows("federatedId,name,hex", ...lines);
}

async function startLoad(csv: string, configuration: object): Promise<string> {
  const fileLocation = await upload(service, csv);
  return started(service, { fileLocation, ...configuration });
}

test("a node that stops hands over its load at once, and waiting loads do not overtake it", async () => {
  const held = await holdBatches(service.database, 2);
  const first = await startLoad(colorsFile("h", 4_100), colors);
  const stopping = await startWorker();
  await held.areHeld();
  const second = await startLoad(colorsFile("w", 10), colors);
  const staying = await startWorker();

  const stopped = stopping.stop();
  await held.release();
  await stopped;
  const { status } = (await service.call("GET", `/loader-processes/${first}`)).body;
  const [firstDone, secondDone] = [await ended(service, first), await ended(service, second)];
  await staying.stop();

  expect(status).toBe("running");
  expect(firstDone).toMatchObject({ status: "completed", counts: { color: { created: 4_100, unchanged: 0 } } });
  expect(secondDone).toMatchObject({ status: "completed", counts: { color: { created: 10 } } });
  expect(secondDone.startedOn >= firstDone.endedOn).toBe(true);
});

test("a load whose file is deleted while it waits fails at once with the reason", async () => {
  const fileLocation = await upload(service, colorsFile("d", 3));
  const id = await started(service, { fileLocation, ...colors });
  const removed = await service.call("DELETE", `/files/${fileLocation}`);
  const worker = await startWorker();

  const done = await ended(service, id);
  await worker.stop();

  expect(removed.status).toBe(204);
  expect(done).toMatchObject({
    status: "failed",
    failureArea: "PARSING_CSV",
    issues: [{ issueType: "SYSTEM_ERROR", message: expect.stringContaining(`The file ${fileLocation} was deleted`) }],
  });
});

test("two loads into one assortment run one after the other, and each publishes once", async () => {
  const project = (await service.call("POST", "/projects", { body: { name: "Fall" } })).body;
  const body = { name: "Core", workspaceId: project.rootWorkspaceId, identifier: "core" };
  const assortment = (await service.call("POST", "/assortments", { body })).body;
  const configuration = {
    loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
    assortmentSplit: { fieldToSplitOn: "line", values: [{ value: "core", assortmentIdentifier: "core" }] },
  };
  const header = "itemFamilyFederatedId,name,line";
  const first = await startLoad(rows(header, "A,A,core", "B,B,core"), configuration);
  const second = await startLoad(rows(header, "B,B,core", "C,C,core"), configuration);
  const workers = [await startWorker(), await startWorker()];

  const [firstDone, secondDone] = [await ended(service, first), await ended(service, second)];
  await Promise.all(workers.map((worker) => worker.stop()));

  const history = (await service.call("GET", `/assortments/${assortment.id}/history`)).body.results;
  expect(firstDone.counts["assortment-item"]).toMatchObject({ created: 2, unchanged: 0, deleted: 0 });
  expect(secondDone.counts["assortment-item"]).toMatchObject({ created: 1, unchanged: 1, deleted: 1 });
  expect(secondDone.startedOn >= firstDone.endedOn).toBe(true);
  expect(history.map(({ adds, deletes }: { adds: number; deletes: number }) => [adds, deletes])).toEqual([
    [1, 1],
    [2, 0],
  ]);
  expect(await all(service, "assortment-items")).toHaveLength(2);
});

test("loads of two orgs run concurrently and do not affect each other", async () => {
  const other = await buildOrg(service);
  const { headers } = await buildKey(service, other);
  const worker = await startWorker();
  const held = await holdBatches(service.database, 2);
  const long = await startLoad(colorsFile("o", 1_500), colors);
  await held.areHeld();

  const answer = await fetch(`${service.address}/api/files?fileName=o.csv`, {
    method: "POST",
    headers,
    body: rows("federatedId,name,hex", "o1,Other,000000"),
  });
  const { id: fileLocation } = JSON.parse(await answer.text());
  const started = await service.call("POST", "/loader-processes", { headers, body: { fileLocation, ...colors } });
  const status = async () =>
    (await service.call("GET", `/loader-processes/${started.body.id}`, { headers })).body.status;
  await waitUntil("the short load has ended", async () => (await status()) === "completed");
  const whileHeld = (await service.call("GET", `/loader-processes/${long}`)).body.status;
  await held.release();
  const done = await ended(service, long);
  await worker.stop();

  const otherColors = (await service.call("GET", "/colors?limit=10", { headers })).body.results;
  expect(whileHeld).toBe("running");
  expect(done).toMatchObject({ status: "completed", counts: { color: { created: 1_500 } } });
  expect(otherColors.map(({ name }: { name: string }) => name)).toEqual(["Other"]);
});

test("every row that the key's rights do not cover is rejected, and nothing stored is revealed", async () => {
  const worker = await startWorker();
  await load(service, rows("federatedId,name,hex", "secret,Secret name,123456"), colors);
  const rights = [
    { verbs: ["create", "read", "update"], typePath: "loader-process" },
    { verbs: ["create", "read"], typePath: "file" },
    { verbs: ["create", "read", "update"], typePath: "item:*" },
  ] as const;
  const { headers } = await buildKey(service, await firstOrg(service), {
    rights: rights.map(({ verbs, typePath }) => ({ verbs: [...verbs], typePath })),
  });
  const fileLocation = await upload(service, rows("federatedId,name,hex", "secret,Mine,ffffff", "new,Mine,ffffff"));
  const before = await all(service, "colors");

  const { body } = await service.call("POST", "/loader-processes", {
    headers,
    body: { ...colors, fileLocation, onRowError: "skip" },
  });
  const done = await ended(service, body.id);
  await worker.stop();

  expect(done).toMatchObject({ status: "completed", errors: 2, counts: { color: { failed: 2 } } });
  expect(done.issues.map(({ rowNumber }: { rowNumber: number }) => rowNumber)).toEqual([2, 3]);
  expect(JSON.stringify(done.issues)).not.toMatch(/Secret name|123456/);
  expect(await all(service, "colors")).toEqual(before);
});
