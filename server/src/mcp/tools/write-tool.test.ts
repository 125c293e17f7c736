import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildEntityWorld, type EntityWorld } from "../../entities/testing/entity-world.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { callTool } from "../testing/mcp-client.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service);
});

const write = (operations: object[], more: object = {}) =>
  callTool(service, "write", { kind: "item", operations, ...more }, world.key.headers);

test("the first call writes nothing, and shows each value before and after", async () => {
  const { id } = await world.create("items", { name: "Parka", federatedId: "P", price: 10, color: "red" });
  const before = await world.changes();

  const answer = await write([
    { op: "upsert", federatedId: "P", object: { price: 12, color: null } },
    { op: "update", id, object: { price: 12 } },
    { op: "create", object: { name: "Cape" } },
  ]);

  expect(answer).toMatchObject({ dryRun: true, next: expect.stringContaining("dryRun: false") });
  expect(answer.wouldWrite).toMatchObject([
    {
      outcome: "would be changed",
      name: "Parka",
      changes: { price: { from: 10, to: 12 }, color: { from: "red", to: null } },
    },
    { outcome: "would be changed" },
    { outcome: "would be created", entity: { name: "Cape", typePath: "item" } },
  ]);
  expect(await world.changes()).toEqual(before);
});

test("unchanged and deleted entities are reported as such", async () => {
  const { id } = await world.create("items", { name: "Parka", price: 10 });

  const { wouldWrite } = await write([
    { op: "update", id, object: { price: 10 } },
    { op: "delete", id },
  ]);

  expect(wouldWrite).toMatchObject([
    { outcome: "would not change", changes: {} },
    { outcome: "would be deleted", id, name: "Parka" },
  ]);
});

test("with dryRun false it writes, and the history shows mcp as the source", async () => {
  const operations = [
    { op: "create", federatedId: "P", object: { name: "Parka" } },
    { op: "upsert", federatedId: "C", object: { name: "Cape" } },
  ];

  const { dryRun, written } = await write(operations, { dryRun: false });

  expect(dryRun).toBe(false);
  expect(written).toMatchObject([
    { op: "create", outcome: "created", federatedId: "P", version: 1 },
    { op: "upsert", outcome: "created", federatedId: "C", version: 1 },
  ]);
  const changes = await world.changes();
  expect(changes.map(({ source }) => source)).toEqual(["mcp", "mcp"]);
  expect(changes[0]?.change_set_id).toBe(changes[1]?.change_set_id);
});

test("one error rejects all operations and names its own", async () => {
  const operations = [
    { op: "create", object: { name: "Parka" } },
    { op: "create", object: { price: 3 } },
  ];

  const { error } = await write(operations, { dryRun: false });

  expect(error).toMatchObject({ code: "batch-failed", errors: [{ pointer: "#/operations/1/object/name" }] });
  expect(error.next).toContain("atomic: false");
  expect(await world.countRows("entities")).toBe(0);
});

test("without atomic the others are written, and the failed one has an error", async () => {
  const operations = [
    { op: "create", object: { name: "Parka" } },
    { op: "update", federatedId: "nobody", object: { price: 3 } },
  ];

  const dryRunResult = await write(operations, { atomic: false });
  const { written } = await write(operations, { atomic: false, dryRun: false });

  expect(dryRunResult.wouldWrite).toMatchObject([
    { outcome: "would be created" },
    { outcome: "would fail", code: "not-found" },
  ]);
  expect(written).toMatchObject([{ outcome: "created" }, { outcome: "failed", code: "not-found" }]);
});

test("an outdated version is rejected", async () => {
  const { id } = await world.create("items", { name: "Parka" });
  await world.call("PUT", `/items/${id}`, { body: { price: 1 } });

  const { error } = await write([{ op: "update", id, object: { price: 2, version: 1 } }], { dryRun: false });

  expect(error.detail).toContain("current version is 2");
});

test("a family with options is deleted only with cascade", async () => {
  const family = await world.create("items", { name: "Parka" });
  await world.create("items", { name: "Parka", itemFamilyId: family.id, optionName: "Red" });
  const operations = [{ op: "delete", id: family.id }];

  const { error } = await write(operations, { dryRun: false });
  const { written } = await write(operations, { dryRun: false, cascade: true });

  expect(error.code).toBe("batch-failed");
  expect(written).toMatchObject([{ outcome: "deleted" }]);
  expect(await world.countRows("entities")).toBe(0);
});
