import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { holdBatches } from "../../../server/src/loader/testing/hold-batches.ts";
import { shareTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { waitUntil } from "../../../server/src/testing/wait-until.ts";
import type { LoaderProcess } from "../contract/schemas.ts";
import { type FailingProxy, startFailingProxy } from "../testing/failing-proxy.ts";
import { Weft } from "../weft.ts";

let service: TestService;
let proxy: FailingProxy;
let weft: Weft;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  proxy = await startFailingProxy(service.address);
  weft = new Weft({ ...service.first, baseUrl: proxy.baseUrl });
});

afterEach(() => proxy.close());

const config = {
  loadType: ["ITEM" as const],
  federatedMappings: {
    itemFamilyFederatedId: "Style",
    itemOptionFederatedId: "SKU",
    name: "Style Name",
    optionName: "Colour",
  },
  propertiesToRemove: ["Style", "SKU", "Style Name", "Colour"],
};

/** A family with two options. */
function csvOf(style: string): string {
  return `Style,SKU,Style Name,Colour\n${style},${style}-R,Parka,Red\n${style},${style}-B,Parka,Blue\n`;
}

test("a file is uploaded and loaded, and the ended load is returned", async () => {
  const file = new File([csvOf("P10")], "line.csv");

  const load = await weft.loader.run({ config, file });

  expect(load).toMatchObject({ status: "completed", failureArea: "NONE", counts: { item: { created: 3 } } });
  expect(await weft.files.get({ id: load.fileLocation ?? "" })).toMatchObject({ fileName: "line.csv" });
  expect(await weft.entities.get({ entityName: "item", federatedId: "P10-R" })).toMatchObject({ name: "Parka" });
});

test("a custom idempotency key starts one load from an uploaded file, and is rejected with a file to upload", async () => {
  const { id: fileLocation } = await weft.files.upload({ file: csvOf("P09"), fileName: "line.csv" });
  const start = () => weft.loader.start({ config: { ...config, fileLocation }, idempotencyKey: "P09" });

  expect((await start()).id).toBe((await start()).id);
  await expect(weft.loader.start({ config, file: csvOf("P09"), idempotencyKey: "P09" })).rejects.toThrow(
    /pass its id as config\.fileLocation/,
  );
});

test("a text can be a file too, and an uploaded file is used by its id", async () => {
  const dry = await weft.loader.run({ config, file: csvOf("P11"), dryRun: true });
  const real = await weft.loader.run({ config: { ...config, fileLocation: dry.fileLocation ?? "" } });

  expect(dry).toMatchObject({ status: "completed", dryRun: true, counts: { item: { created: 3 } } });
  expect(dry.planFileId).toBeTypeOf("string");
  expect(real).toMatchObject({ status: "completed", counts: { item: { created: 3 } } });
  expect(await weft.files.get({ id: dry.fileLocation ?? "" })).toMatchObject({ fileName: "load.csv" });
});

test("a sample is returned immediately", async () => {
  const load = await weft.loader.run({ config, file: csvOf("P12"), dryRun: true, sampleRows: 1 });

  expect(load.samples?.at(-1)?.rows).toHaveLength(1);
  expect(proxy.calls.map(({ method }) => method)).toEqual(["POST", "POST"]);
});

test("a load with errors is returned with them, and its issues are a file", async () => {
  const load = await weft.loader.run({ config, file: "Style,SKU,Style Name,Colour\n,X-R,Parka,Red\n" });
  const issues = await weft.loader.issues({ id: load.id });

  expect(load).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA" });
  expect(load.issues[0]).toMatchObject({ rowNumber: 2 });
  expect(await issues?.text()).toContain("_message");
});

test("a load without issues has no issues file", async () => {
  const { id, issuesFileId } = await weft.loader.run({ config, file: csvOf("P13") });

  expect(issuesFileId).toBeUndefined();
  expect(await weft.loader.issues({ id })).toBeUndefined();
});

test("a rejected configuration is an error, not a load", async () => {
  const misspelled = { ...config, workspaceIdentifer: "x" };

  await expect(weft.loader.run({ config: misspelled, file: "a" })).rejects.toMatchObject({
    status: 400,
    code: "invalid-request",
  });
});

test("progress is reported with each new state, from the first to the last", async () => {
  const held = await holdBatches(service.database, 0);
  const states: LoaderProcess[] = [];
  const sent: number[] = [];

  const running = weft.loader.run({
    config,
    file: csvOf("P14"),
    onProgress: (load) => states.push(load),
    onUpload: (progress) => sent.push(progress.sent),
  });
  await held.areHeld();
  await waitUntil("a running load is reported", () => states.some(({ status }) => status === "running"));
  await held.release();
  const load = await running;

  expect(load.status).toBe("completed");
  expect(states.at(-1)).toEqual(load);
  expect(new Set(states.map(({ version }) => version)).size).toBe(states.length);
  expect(sent).toEqual([0, csvOf("P14").length]);
  expect(looks().every((path) => path.endsWith("?wait=1"))).toBe(true);
});

test("without progress only the end is awaited", async () => {
  const held = await holdBatches(service.database, 0);

  const running = weft.loader.run({ config, file: csvOf("P15") });
  await held.areHeld();
  await waitUntil("it is followed", () => looks().length > 0);
  await held.release();

  expect((await running).status).toBe("completed");
  expect(looks()).toHaveLength(1);
  expect(looks()[0]).toMatch(/wait=25$/);
});

test("a lost response to the start does not start a second load", async () => {
  proxy.next(undefined, { kind: "swallow-answer" });

  const load = await weft.loader.run({ config, file: csvOf("P16") });

  expect(load.status).toBe("completed");
  const { results } = await weft.loader.list({ criteria: { fileLocation: load.fileLocation } });
  expect(results.map(({ id }) => id)).toEqual([load.id]);
});

test("a load is followed through an outage that is longer than the retries of a call", async () => {
  const { id } = await weft.loader.start({ config, file: csvOf("P17") });
  let failures = 7;
  proxy.evaluate(({ path }) => {
    failures -= path.includes("wait") ? 1 : 0;
    return path.includes("wait") && failures >= 0 ? { kind: "cut-connection" } : undefined;
  });

  const load = await weft.loader.follow({ id, retries: 1, pollSeconds: 1 });

  expect(load.status).toBe("completed");
});

test("a permanent outage is reported", async () => {
  const held = await holdBatches(service.database, 0);
  const { id } = await weft.loader.start({ config, file: csvOf("P18") });
  proxy.evaluate(({ path }) => (path.includes("wait") ? { kind: "cut-connection" } : undefined));

  await expect(weft.loader.follow({ id, retries: 0, outageSeconds: 0.2 })).rejects.toMatchObject({
    code: "unreachable",
  });

  proxy.evaluate(() => undefined);
  await held.release();
  await weft.loader.follow({ id });
});

test("an abort stops following, and the load continues", async () => {
  const held = await holdBatches(service.database, 0);
  const controller = new AbortController();
  let id = "";

  const running = weft.loader.run({
    config,
    file: csvOf("P19"),
    signal: controller.signal,
    onProgress: (load) => {
      id = load.id;
    },
  });
  await held.areHeld();
  controller.abort(new Error("enough"));

  await expect(running).rejects.toThrow("enough");
  await held.release();
  expect((await weft.loader.follow({ id })).status).toBe("completed");
});

test("a running load can be canceled, and an ended one cannot", async () => {
  const held = await holdBatches(service.database, 0);
  const { id } = await weft.loader.start({ config, file: csvOf("P20") });
  await held.areHeld();

  const asked = await weft.loader.cancel({ id });
  await held.release();
  await weft.loader.follow({ id });

  expect(asked).toMatchObject({ id, status: "running" });
  await expect(weft.loader.cancel({ id })).rejects.toMatchObject({ status: 409, code: "conflict" });
});

test("a load is undone, and following it waits for that", async () => {
  const { id } = await weft.loader.run({ config, file: csvOf("P21") });

  const begun = await weft.loader.undo({ id });
  const ended = await weft.loader.follow({ id });

  expect(begun.undo).toBeDefined();
  expect(ended.undo).toMatchObject({ status: "completed", reverted: 3 });
  expect(await weft.loader.get({ id })).toMatchObject({ undo: { status: "completed" } });
  await expect(weft.entities.get({ entityName: "item", federatedId: "P21-R" })).rejects.toMatchObject({ status: 404 });
});

/** The requests that wait for the end of a load. */
function looks(): string[] {
  return proxy.calls.map(({ path }) => path).filter((path) => path.includes("wait="));
}
