import { describeEntityType, getEntityTypeSchema, loadOperations } from "@weft/contract";
import type { TestAnswer } from "../test-service.ts";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld, type ExampleWorld, unknownId } from "./example-world.ts";

interface Scene {
  readonly world: ExampleWorld;
  /** Uploads a CSV and returns the id of the file. */
  readonly upload: (fileName: string, csv: string) => Promise<string>;
  /** Starts a load that blocks the next ones of the org, and returns its id. */
  readonly block: () => Promise<string>;
}

const nobody = { status: 404, params: { id: unknownId } };
const table = "Style,SKU,Title,Colour,Weight\r\nP10,P10-R,Parka,Red,120\r\nP10,P10-B,Parka,Blue,125\r\n";
const configuration = {
  loadType: ["ITEM"],
  federatedMappings: {
    itemFamilyFederatedId: "Style",
    itemOptionFederatedId: "SKU",
    name: "Title",
    optionName: "Colour",
  },
  propertiesToRemove: ["Style", "SKU", "Title", "Colour"],
  conditionalColumns: [{ toProperty: "typePath", default: "item:apparel" }],
};

/** Loads from start to end, and the properties that one of them suggests. */
export async function recordLoadExamples(recorder: ExampleRecorder): Promise<void> {
  const scene = await buildScene(recorder);
  const id = await recordStart(scene);
  await recordReads(scene, id);
  await recordDescribe(scene);
  await recordCancel(scene, id);
  await recordUndo(scene, id);
  await recordRemove(scene, id);
}

async function buildScene(recorder: ExampleRecorder): Promise<Scene> {
  const world = await buildExampleWorld(recorder, "acme-loads");
  const upload = async (fileName: string, csv: string) =>
    (await world.send("POST", `/files?fileName=${fileName}`, csv, { "content-type": "text/csv" })).id;
  // Long enough for a few calls; a waiting load is seen in one state only.
  const lines = Array.from({ length: 4_000 }, (_, index) => `c${index},Color ${index},336699\r\n`);
  const fileLocation = await upload("colors.csv", `federatedId,name,hex\r\n${lines.join("")}`);
  const block = async () => (await world.create("loader-processes", { loadType: ["COLOR"], fileLocation })).id;
  return { world, upload, block };
}

async function waitFor(world: ExampleWorld, id: string): Promise<TestAnswer["body"]> {
  for (;;) {
    const body = await world.send("GET", `/loader-processes/${id}?wait=30`);
    if (!["pending", "running"].includes(body.undo?.status ?? body.status)) {
      return body;
    }
  }
}

async function recordStart({ world, upload, block }: Scene): Promise<string> {
  const { create } = loadOperations;
  const fileLocation = await upload("items.csv", table);
  await block();
  const body = { ...configuration, fileLocation };
  const started = await world.record(create, { title: "A load of items is queued.", status: 201, body });
  await waitFor(world, started.body.id);
  await world.record(create, {
    title: "Preview the first row after each step.",
    status: 201,
    body: { ...body, dryRun: true, sampleRows: 1 },
  });
  await world.record(create, {
    title: "A misspelled property, with the closest match.",
    status: 400,
    body: { loadTypes: ["ITEM"], fileLocation },
  });
  await world.record(create, {
    title: "Unknown file.",
    status: 400,
    body: { ...configuration, fileLocation: unknownId },
  });
  const planOf = { applyPlanOf: unknownId };
  await world.record(create, { title: "The plan of an unknown load.", status: 404, body: planOf });
  return started.body.id;
}

async function recordReads({ world, upload }: Scene, id: string): Promise<void> {
  const { get, list } = loadOperations;
  await world.record(get, { title: "A completed load.", status: 200, params: { id }, query: { wait: "30" } });
  const fileLocation = await upload("items.csv", table.replace("P10,P10-B", ",P10-B"));
  const bad = await world.create("loader-processes", { ...configuration, fileLocation });
  await waitFor(world, bad.id);
  await world.record(get, {
    title: "A load that failed before its first write.",
    status: 200,
    params: { id: bad.id },
  });
  await world.record(get, { title: "Unknown id.", ...nobody });
  const criteria = JSON.stringify({ status: "failed" });
  await world.record(list, { title: "Failed loads.", status: 200, query: { criteria } });
  await world.record(list, { title: "A limit above the maximum.", status: 400, query: { limit: "1001" } });
}

async function recordDescribe({ world }: Scene): Promise<void> {
  const params = { id: "item:apparel" };
  const body = { properties: [{ slug: "weight", label: "Weight", propertyType: "number", columnName: "Weight" }] };
  const color = { properties: [{ slug: "optionColor", propertyType: "date", columnName: "Weight" }] };
  const describe = describeEntityType;
  await world.record(describe, { title: "Texts that are not dates.", status: 409, params, body: color });
  await world.record(describe, { title: "Dry run.", status: 200, params, query: { dryRun: "true" }, body });
  await world.record(describe, {
    title: "Define a property for a column and convert its texts to numbers.",
    status: 200,
    params,
    body,
  });
  await world.record(describe, { title: "The property already exists.", status: 400, params, body });
  await world.record(describe, { title: "Unknown type.", status: 404, params: { id: "item:none" }, body });
  await world.record(getEntityTypeSchema, { title: "A type with its properties.", status: 200, params });
  await world.record(getEntityTypeSchema, { title: "Unknown type.", status: 404, params: { id: "item:none" } });
}

async function recordCancel({ world, upload, block }: Scene, endedId: string): Promise<void> {
  const { cancel } = loadOperations;
  const fileLocation = await upload("items.csv", table);
  const blocker = await block();
  const { id } = await world.create("loader-processes", { ...configuration, fileLocation });
  await world.record(cancel, { title: "A load that has not started.", status: 200, params: { id } });
  await world.record(cancel, { title: "A load that has ended.", status: 409, params: { id: endedId } });
  await world.record(cancel, { title: "Unknown id.", ...nobody });
  await waitFor(world, blocker);
}

async function recordUndo({ world, block }: Scene, id: string): Promise<void> {
  const { undo } = loadOperations;
  const blocker = await block();
  await world.record(undo, { title: "Undone once no other load is running.", status: 200, params: { id } });
  await world.record(undo, { title: "Already requested.", status: 409, params: { id } });
  await world.record(undo, { title: "Unknown id.", ...nobody });
  await waitFor(world, blocker);
  await waitFor(world, id);
}

async function recordRemove({ world }: Scene, id: string): Promise<void> {
  const { remove } = loadOperations;
  await world.record(remove, { title: "Delete a load; its data is kept.", status: 204, params: { id } });
  await world.record(remove, { title: "Already deleted.", status: 404, params: { id } });
}
