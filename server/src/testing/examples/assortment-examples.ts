import { assortmentOperations } from "@weft/contract";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld, type ExampleWorld, unknownId } from "./example-world.ts";

interface Scene {
  readonly world: ExampleWorld;
  readonly assortmentId: string;
  readonly itemIds: readonly string[];
}

/** Members of an assortment, its publishes and what is stored of them. */
export async function recordAssortmentExamples(recorder: ExampleRecorder): Promise<void> {
  const world = await buildExampleWorld(recorder, "acme-publishing");
  const project = await world.create("projects", { name: "Spring 2026" });
  const { id } = await world.create("assortments", { name: "Outerwear", workspaceId: project.rootWorkspaceId });
  const itemIds: string[] = [];
  for (const name of ["Parka", "Vest", "Coat"]) {
    itemIds.push((await world.create("items", { name })).id);
  }
  const scene = { world, assortmentId: id, itemIds };
  await recordItems(scene);
  const changeId = await recordPublish(scene);
  await recordHistory(scene, changeId);
}

const nobody = { title: "Unknown assortment.", status: 404, params: { id: unknownId } };

async function recordItems({ world, assortmentId, itemIds }: Scene): Promise<void> {
  const { addItems, removeItems } = assortmentOperations;
  const params = { id: assortmentId };
  const body = { itemIds: itemIds.slice(0, 2) };
  await world.record(addItems, {
    title: "Dry run: what would be published.",
    status: 200,
    params,
    query: { dryRun: "true" },
    body,
  });
  const keyed = { params, headers: { "idempotency-key": "add-1" }, body };
  await world.record(addItems, { title: "Add and publish two items.", status: 200, ...keyed });
  await world.record(addItems, {
    title: "Retry with the same key: returns the first response.",
    status: 200,
    ...keyed,
  });
  await world.record(addItems, {
    title: "One item is already in the assortment, the other is new.",
    status: 200,
    params,
    body: { itemIds: itemIds.slice(1) },
  });
  await world.record(addItems, {
    title: "Unknown item.",
    status: 400,
    params,
    body: { itemIds: [unknownId] },
  });
  await world.record(addItems, { ...nobody, body });
  await world.record(addItems, {
    title: "The assortment was changed since it was read.",
    status: 412,
    params,
    headers: { "if-match": '"1"' },
    body,
  });
  const removal = { params, body: { itemIds: itemIds.slice(2) } };
  await world.record(removeItems, { title: "Remove and publish an item.", status: 200, ...removal });
  await world.record(removeItems, { title: "The item is not in the assortment.", status: 200, ...removal });
  await world.record(removeItems, { ...nobody, body });
}

async function recordPublish({ world, assortmentId, itemIds }: Scene): Promise<string> {
  const { publish } = assortmentOperations;
  const params = { id: assortmentId };
  const criteria = encodeURIComponent(JSON.stringify({ assortmentId, itemId: itemIds[0] }));
  const { results } = await world.send("GET", `/assortment-items?criteria=${criteria}`);
  await world.send("PUT", `/assortment-items/${results[0].id}`, { placement: "window" });
  await world.create("assortment-items", { assortmentId, itemId: itemIds[2] });
  const published = await world.record(publish, {
    title: "Publish changes made by the generic operations.",
    status: 200,
    params,
  });
  await world.record(publish, { title: "No changes since.", status: 200, params });
  await world.record(publish, nobody);
  return published.body.publishChangeId;
}

async function recordHistory({ world, assortmentId }: Scene, changeId: string): Promise<void> {
  const { listHistory, getPublishChange, readBaseline } = assortmentOperations;
  const params = { id: assortmentId };
  const first = await world.record(listHistory, {
    title: "The latest publish.",
    status: 200,
    params,
    query: { limit: "1" },
  });
  await world.record(listHistory, {
    title: "The previous publish.",
    status: 200,
    params,
    query: { limit: "1", nextPageKey: first.body.nextPageKey },
  });
  await world.record(listHistory, nobody);
  const one = { status: 200, params: { ...params, changeId } };
  const missing = { title: "Unknown publish.", status: 404, params: { ...params, changeId: unknownId } };
  await world.record(getPublishChange, { title: "The changes of a publish.", ...one });
  await world.record(getPublishChange, missing);
  await world.record(readBaseline, { title: "The published items, one per line.", ...one });
  await world.record(readBaseline, missing);
}
