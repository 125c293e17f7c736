import { allEntityOperations, type EntityOperations, search } from "@weft/contract";
import { buildEntitySamples } from "./entity-samples.ts";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld, type ExampleWorld, unknownId } from "./example-world.ts";
import type { Sample } from "./sample.ts";

interface KindScene {
  readonly world: ExampleWorld;
  readonly operations: EntityOperations;
  /** As in a sentence: size range template. */
  readonly label: string;
  readonly plural: string;
  readonly sample: Omit<Sample, "criteria" | "taken">;
}

/** The operations on every kind of product data, each kind in a separate org. */
export async function recordEntityExamples(recorder: ExampleRecorder): Promise<void> {
  for (const { kind, operations } of allEntityOperations) {
    const world = await buildExampleWorld(recorder, `acme-${kind.plural}`);
    const samples = await buildEntitySamples(world);
    const scene = { world, operations, label: kind.label, plural: kind.plural, sample: samples[kind.name] };
    const id = await recordCreate(scene);
    await recordReads(scene, id);
    await recordAggregates(scene);
    await recordUpdate(scene, id);
    await recordFederated(scene);
    await recordBatch(scene, id);
    await recordDelete(scene, id);
    await recordRestore(scene);
  }
  await recordSearch(recorder);
}

async function recordSearch(recorder: ExampleRecorder): Promise<void> {
  const world = await buildExampleWorld(recorder, "acme-search");
  await world.create("items", { name: "Trench coat", federatedId: "ERP-1" });
  await world.create("items", { name: "Rain coat", federatedId: "ERP-2" });
  await world.create("colors", { name: "Coated black" });
  await world.record(search, { title: "By the beginning of a word.", status: 200, query: { q: "coat", limit: "1" } });
  await world.record(search, { title: "In one kind.", status: 200, query: { q: "coat rain", kinds: "item" } });
  await world.record(search, { title: "An unknown kind.", status: 400, query: { q: "coat", kinds: "items" } });
}

/** The federatedId of the entity with this number. */
function federatedIdOf(number: number): string {
  return `ERP-${number}`;
}

function draftOf({ sample }: KindScene, number: number) {
  return { federatedId: federatedIdOf(number), ...sample.draft(number) };
}

async function recordCreate(scene: KindScene): Promise<string> {
  const { world, operations, label, sample } = scene;
  const { create } = operations;
  const sent = { headers: { "idempotency-key": `create-${label.replaceAll(" ", "-")}-1` }, body: draftOf(scene, 1) };
  const { body } = await world.record(create, { title: `A new ${label}.`, status: 201, ...sent });
  await world.record(create, { title: "Retry with the same key: returns the first response.", status: 201, ...sent });
  await world.record(create, {
    title: "Dry run: what would be created, with a temporary id.",
    status: 200,
    query: { dryRun: "true" },
    body: draftOf(scene, 2),
  });
  await world.record(create, {
    title: "Invalid body, with the location of each error.",
    status: 400,
    body: sample.bad,
  });
  await world.record(create, {
    title: "The federatedId is already in use.",
    status: 409,
    body: { ...draftOf(scene, 2), federatedId: federatedIdOf(1) },
  });
  return body.id;
}

async function recordReads(scene: KindScene, id: string): Promise<void> {
  const { world, operations, label, plural } = scene;
  const { get, list } = operations;
  const found = await world.record(get, { title: `An existing ${label}.`, status: 200, params: { id } });
  const headers = { "if-none-match": '"1"' };
  await world.record(get, { title: "The known version is current.", status: 304, params: { id }, headers });
  await world.record(get, { title: "Unknown id.", status: 404, params: { id: unknownId } });
  await world.create(plural, draftOf(scene, 2));
  const query = {
    criteria: JSON.stringify({ federatedId: { startsWith: found.body.federatedId.slice(0, -1) } }),
    limit: "1",
  };
  const first = await world.record(list, {
    title: "The first page, with the total.",
    status: 200,
    query: { ...query, includeTotal: "true" },
  });
  await world.record(list, {
    title: "The last page.",
    status: 200,
    query: { ...query, nextPageKey: first.body.nextPageKey },
  });
  await world.record(list, {
    title: "Criteria with an unknown operator.",
    status: 400,
    query: { criteria: JSON.stringify({ name: { like: "P" } }) },
  });
  await world.record(list, {
    title: "Criteria that are neither jsurl nor JSON.",
    status: 400,
    query: { criteria: "name=Parka" },
  });
}

async function recordAggregates({ world, operations }: KindScene): Promise<void> {
  const { aggregate } = operations;
  await world.record(aggregate, {
    title: "The number of entities by type and version.",
    status: 200,
    query: { groupBy: "typePath,version", metrics: "max:version,count:name" },
  });
  await world.record(aggregate, {
    title: "The number of all entities that match.",
    status: 200,
    query: { criteria: JSON.stringify({ federatedId: { startsWith: "ERP-" } }) },
  });
  await world.record(aggregate, {
    title: "A metric that does not exist.",
    status: 400,
    query: { metrics: "median:version" },
  });
}

async function recordUpdate({ world, operations, sample }: KindScene, id: string): Promise<void> {
  const { update } = operations;
  const call = { params: { id }, headers: { "if-match": '"1"' }, body: sample.change };
  await world.record(update, { title: "Update with the version that was read.", status: 200, ...call });
  await world.record(update, { title: "Changed since it was read.", status: 412, ...call });
  await world.record(update, { title: "Unknown id.", status: 404, ...call, params: { id: unknownId } });
}

async function recordFederated({ world, operations, label, sample }: KindScene): Promise<void> {
  const { getFederated, putFederated, updateFederated, removeFederated } = operations;
  const unknown = { params: { federatedId: federatedIdOf(404) } };
  const params = { federatedId: federatedIdOf(3) };
  const change = { params, body: sample.change };
  await world.record(putFederated, { title: `A new ${label}.`, status: 201, params, body: sample.draft(3) });
  await world.record(putFederated, { title: "The same external ID again: an update.", status: 200, ...change });
  await world.record(putFederated, {
    title: "Changed since it was read.",
    status: 412,
    ...change,
    headers: { "if-match": '"1"' },
  });
  await world.record(getFederated, { title: "A known external ID.", status: 200, params });
  await world.record(getFederated, {
    title: "Unknown external ID.",
    status: 404,
    ...unknown,
  });
  await world.record(updateFederated, { title: "Already up to date.", status: 200, ...change });
  await world.record(updateFederated, { title: "Unknown external ID.", status: 404, ...change, ...unknown });
  await world.record(removeFederated, { title: "A known external ID.", status: 204, params });
  await world.record(removeFederated, { title: "Unknown external ID.", status: 404, ...unknown });
}

async function recordBatch(scene: KindScene, id: string): Promise<void> {
  const { world, operations, sample } = scene;
  const invalid = [
    { op: "create", object: draftOf(scene, 6) },
    { op: "create", object: sample.bad },
  ];
  await world.record(operations.batch, {
    title: "Each operation once.",
    status: 200,
    headers: { "idempotency-key": "batch-1" },
    body: {
      operations: [
        { op: "create", object: draftOf(scene, 4) },
        { op: "update", id, object: { name: "Another name" } },
        { op: "upsert", federatedId: federatedIdOf(5), object: sample.draft(5) },
        { op: "delete", federatedId: federatedIdOf(2) },
      ],
    },
  });
  await world.record(operations.batch, {
    title: "One operation is invalid, so none is written.",
    status: 400,
    body: { operations: invalid },
  });
  await world.record(operations.batch, {
    title: "Not atomic: one operation is invalid, the other is written.",
    status: 200,
    body: { operations: invalid, atomic: false },
  });
}

async function recordDelete(scene: KindScene, changedId: string): Promise<void> {
  const { world, operations, plural, sample } = scene;
  const { remove } = operations;
  const { id } = await world.create(plural, draftOf(scene, 7));
  const call = { params: { id }, headers: { "if-match": '"1"' } };
  await world.record(remove, { title: "Dry run.", status: 200, query: { dryRun: "true" }, ...call });
  await world.record(remove, { title: "Nothing refers to it.", status: 204, ...call });
  await world.record(remove, { title: "Already deleted.", status: 404, ...call });
  await world.record(remove, {
    title: "Changed since it was read.",
    status: 412,
    ...call,
    params: { id: changedId },
  });
  if (sample.referrer !== undefined) {
    const used = await world.create(plural, draftOf(scene, 8));
    const referrer = sample.referrer(used);
    await world.create(referrer.plural, referrer.body);
    const params = { id: used.id };
    await world.record(remove, { title: "Something refers to it.", status: 409, params });
    const query = { cascade: "true", dryRun: "true" };
    await world.record(remove, { title: "What would be deleted with it.", status: 200, query, params });
  }
}

async function recordRestore(scene: KindScene): Promise<void> {
  const { world, operations, plural, label } = scene;
  const { restore } = operations;
  const { id } = await world.create(plural, draftOf(scene, 7));
  const params = { id };
  const { results } = await world.send("GET", "/change-history?limit=1");
  await world.send("DELETE", `/${plural}/${id}`);
  await world.record(restore, { title: `A deleted ${label}.`, status: 200, params });
  await world.record(restore, { title: "It exists: asOf is required.", status: 400, params, body: {} });
  await world.record(restore, {
    title: "The name as it was after a change.",
    status: 200,
    params,
    body: { asOf: results[0].id, properties: ["name"] },
  });
  await world.record(restore, { title: "Unknown id.", status: 404, params: { id: unknownId } });
}
