import { afterAll, beforeAll, expect, test } from "vitest";
import { holdBatches } from "../../loader/testing/hold-batches.ts";
import { upload } from "../../loader/testing/loading.ts";
import { buildKey, firstOrg } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { callTool } from "../testing/mcp-client.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const config = {
  loadType: ["ITEM"],
  federatedMappings: { itemFamilyFederatedId: "Style", name: "Title" },
  propertiesToRemove: ["Style", "Title"],
};

const load = (args: object, headers?: Record<string, string>) => callTool(service, "load", args, headers);
const countItems = async (federatedId: string) =>
  (await callTool(service, "find", { kind: "item", criteria: { federatedId } })).results.length;

test("a CSV text is loaded in a dry run with its plan, and then applied by that plan", async () => {
  const dryRunResult = await load({ csv: "Style,Title,Price\nL-1,Parka,10\n", config });
  const countBefore = await countItems("L-1");
  const written = await load({ applyPlanOf: dryRunResult.loadId, dryRun: false });

  expect(dryRunResult).toMatchObject({
    status: "completed",
    dryRun: true,
    counts: { item: { created: 1 } },
    errors: 0,
  });
  expect(dryRunResult.firstPlannedChanges).toMatchObject([{ rowNumber: 2, action: "create", federatedId: "L-1" }]);
  expect(dryRunResult.next).toContain(`applyPlanOf: "${dryRunResult.loadId}"`);
  expect(countBefore).toBe(0);
  expect(written).toMatchObject({ status: "completed", dryRun: false, counts: { item: { created: 1 } } });
  expect(await countItems("L-1")).toBe(1);
});

test("an uploaded file can be used instead, and loaded directly", async () => {
  const fileId = await upload(service, "Style,Title\nL-2,Cape\n");

  const written = await load({ fileId, config, dryRun: false });

  expect(written).toMatchObject({ status: "completed", dryRun: false, fileId });
  expect(await countItems("L-2")).toBe(1);
});

test("a file with errors returns the first issues, the number of others, and how to fix them", async () => {
  const rows = Array.from({ length: 15 }, (_, index) => `,Nameless ${index}`).join("\n");

  const failed = await load({ csv: `Style,Title\n${rows}\n`, config });

  expect(failed).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", errors: 15, moreIssues: 5 });
  expect(failed.issues).toHaveLength(10);
  expect(failed.issues[0]).toMatchObject({ rowNumber: 2, severity: "error" });
  expect(failed.next).toContain(failed.fileId);
});

test("a load in progress returns its progress, and can be polled", async () => {
  const held = await holdBatches(service.database, 0);
  const begun = await load({ csv: "Style,Title\nL-3,Shawl\n", config, dryRun: false, waitSeconds: 0 });
  await held.areHeld();
  const running = await load({ loadId: begun.loadId, waitSeconds: 0 });
  await held.release();
  const ended = await load({ loadId: begun.loadId });

  expect(running).toMatchObject({ status: "running", progress: { rowsTotal: 1 } });
  expect(running.next).toContain(`loadId: "${begun.loadId}"`);
  expect(ended).toMatchObject({ status: "completed", counts: { item: { created: 1 } } });
});

test.each([
  { what: "an unknown setting", args: { csv: "a\n1\n", config: { loadTyp: ["ITEM"] } }, said: /loadType/ },
  { what: "a missing file", args: { config }, said: /fileLocation/ },
  { what: "an applied plan without dryRun: false", args: { applyPlanOf: "AP6W62f6Pcw7uis7" }, said: /dryRun: false/ },
  { what: "an unknown load", args: { loadId: "AP6W62f6Pcw7uis7" }, said: /AP6W62f6Pcw7uis7/ },
])("$what is rejected with a message", async ({ args, said }) => {
  const { error } = await load(args);

  expect(error.detail).toMatch(said);
});

test("a key without permission to load is denied", async () => {
  const { headers } = await buildKey(service, await firstOrg(service), { preset: "callback" });

  const { error } = await load({ csv: "Style,Title\nL-4,Robe\n", config }, headers);

  expect(["forbidden", "not-found"]).toContain(error.code);
});
