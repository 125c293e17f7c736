import { changeConsumerOperations, changeSetOperations, exportChanges, listChanges } from "@weft/contract";
import { encodeCursor } from "../../changes/change-cursor.ts";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld, type ExampleWorld } from "./example-world.ts";

/** The change history, its export and its consumers. */
export async function recordChangeExamples(recorder: ExampleRecorder): Promise<void> {
  const world = await buildExampleWorld(recorder, "acme-changes");
  await makeChanges(world);
  await recordHistory(world);
  await recordExport(world);
  await recordChangeSets(world);
  await recordConsumers(world);
}

async function makeChanges(world: ExampleWorld): Promise<void> {
  const item = await world.create("items", { name: "Parka", price: 199.5 });
  await world.send("PUT", `/items/${item.id}`, { price: 179 });
  const color = await world.create("colors", { name: "Navy", hex: "1f2a44" });
  await world.send("DELETE", `/colors/${color.id}`);
}

const ofItems = { criteria: JSON.stringify({ entityType: "item" }) };
const invalid = { criteria: JSON.stringify({ action: "rename" }) };

/** A position that the log has not reached. */
function placeBeyond(): string {
  return encodeCursor({ sequence: 1000, stamp: Date.now() });
}

async function recordHistory(world: ExampleWorld): Promise<void> {
  const first = await world.record(listChanges, {
    title: "The latest change of an item.",
    status: 200,
    query: { ...ofItems, limit: "1" },
  });
  await world.record(listChanges, {
    title: "The previous page.",
    status: 200,
    query: { ...ofItems, limit: "1", nextPageKey: first.body.nextPageKey },
  });
  const followed = await world.record(listChanges, {
    title: "All changes from the beginning, oldest first.",
    status: 200,
    query: { after: "beginning" },
  });
  await world.record(listChanges, {
    title: "Continue from there: no changes since.",
    status: 200,
    query: { after: followed.body.coveredUntil },
  });
  await world.record(listChanges, { title: "Unknown action.", status: 400, query: invalid });
  await world.record(listChanges, {
    title: "A cursor of another log.",
    status: 410,
    query: { after: placeBeyond() },
  });
}

async function recordExport(world: ExampleWorld): Promise<void> {
  await world.record(exportChanges, { title: "All changes of items, one per line.", status: 200, query: ofItems });
  await world.record(exportChanges, { title: "Unknown action.", status: 400, query: invalid });
  await world.record(exportChanges, {
    title: "A cursor of another log.",
    status: 410,
    query: { after: placeBeyond() },
  });
}

async function recordChangeSets(world: ExampleWorld): Promise<void> {
  const { list, get, revert } = changeSetOperations;
  const { body } = await world.record(list, {
    title: "The latest change sets that changed items.",
    status: 200,
    query: { ...ofItems, limit: "2" },
  });
  await world.record(list, { title: "Unknown action.", status: 400, query: invalid });
  await world.record(get, { title: "A changed price.", status: 200, params: { id: body.results[0].id } });
  await world.record(get, { title: "Unknown change set.", status: 404, params: { id: "unknown" } });
  const params = { id: body.results[0].id };
  await world.record(revert, { title: "Dry run.", status: 200, params, query: { dryRun: "true" } });
  await world.record(revert, { title: "The price is set back.", status: 200, params });
  await world.record(revert, { title: "It was set back before.", status: 200, params });
  await world.record(revert, { title: "Unknown change set.", status: 404, params: { id: "unknown" } });
}

async function recordConsumers(world: ExampleWorld): Promise<void> {
  const { list, get, put, remove } = changeConsumerOperations;
  const params = { name: "erp" };
  const missing = { title: "Unknown consumer.", status: 404, params: { name: "nobody" } };
  const { results } = await world.send("GET", "/change-history?after=beginning&limit=1");
  await world.record(put, {
    title: "Set the cursor of a consumer; the first call creates it.",
    status: 200,
    params,
    body: { cursor: results[0].id },
  });
  await world.record(put, { title: "Not a cursor.", status: 400, params, body: { cursor: "yesterday" } });
  await world.record(put, {
    title: "A cursor of another log.",
    status: 410,
    params,
    body: { cursor: placeBeyond() },
  });
  await world.record(get, { title: "A consumer with its lag.", status: 200, params });
  await world.record(get, missing);
  await world.send("PUT", "/change-consumers/web-shop", { cursor: "now" });
  const first = await world.record(list, { title: "The first page.", status: 200, query: { limit: "1" } });
  await world.record(list, {
    title: "The last page.",
    status: 200,
    query: { limit: "1", nextPageKey: first.body.nextPageKey },
  });
  await world.record(list, { title: "A limit above the maximum.", status: 400, query: { limit: "1001" } });
  await world.record(remove, { title: "Delete a consumer.", status: 204, params });
  await world.record(remove, missing);
}
