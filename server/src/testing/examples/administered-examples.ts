import { type AdministeredSample, buildAdministeredSamples } from "./administered-samples.ts";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld, type ExampleWorld } from "./example-world.ts";

/** The five operations on every kind that has its own table. */
export async function recordAdministeredExamples(recorder: ExampleRecorder): Promise<void> {
  const world = await buildExampleWorld(recorder, "acme-administration");
  for (const sample of await buildAdministeredSamples(world)) {
    const id = await recordCreate(world, sample);
    await recordReads(world, sample, id);
    await recordUpdate(world, sample, id);
    await recordDelete(world, sample, id);
  }
}

async function recordCreate(world: ExampleWorld, sample: AdministeredSample): Promise<string> {
  const { create } = sample.operations;
  const { body } = await world.record(create, {
    title: `Create ${sample.label}.`,
    status: 201,
    body: sample.draft(1),
  });
  await world.record(create, {
    title: "Invalid body, with the location of each error.",
    status: 400,
    body: sample.bad,
  });
  if (sample.taken !== undefined) {
    await world.record(create, { title: "The identifying value is already in use.", status: 409, body: sample.taken });
  }
  return body.id;
}

async function recordReads(world: ExampleWorld, sample: AdministeredSample, id: string): Promise<void> {
  const { get, list } = sample.operations;
  await world.record(get, { title: `Read ${sample.label}.`, status: 200, params: { id } });
  const headers = { "if-none-match": '"1"' };
  await world.record(get, { title: "The known version is current.", status: 304, params: { id }, headers });
  await world.record(get, { title: "Unknown id.", status: 404, params: { id: sample.missingId } });
  await world.create(sample.plural, sample.draft(2));
  const query = { criteria: JSON.stringify(sample.criteria), limit: "1" };
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
  await world.record(list, { title: "A limit above the maximum.", status: 400, query: { limit: "1001" } });
  await world.record(list, {
    title: "Criteria that are neither jsurl nor JSON.",
    status: 400,
    query: { criteria: "id=1" },
  });
}

async function recordUpdate(world: ExampleWorld, sample: AdministeredSample, id: string): Promise<void> {
  const { update } = sample.operations;
  const call = { params: { id }, headers: { "if-match": '"1"' }, body: sample.change };
  await world.record(update, { title: "Update with the version that was read.", status: 200, ...call });
  await world.record(update, { title: "Changed since it was read.", status: 412, ...call });
  await world.record(update, {
    title: "Unknown id.",
    status: 404,
    ...call,
    params: { id: sample.missingId },
  });
}

async function recordDelete(world: ExampleWorld, sample: AdministeredSample, changedId: string): Promise<void> {
  const { remove } = sample.operations;
  const { id } = await world.create(sample.plural, sample.draft(3));
  const call = { params: { id }, headers: { "if-match": '"1"' } };
  await world.record(remove, { title: `Delete ${sample.label}.`, status: 204, ...call });
  await world.record(remove, { title: "Already deleted.", status: 404, ...call });
  await world.record(remove, {
    title: "Changed since it was read.",
    status: 412,
    ...call,
    params: { id: changedId },
  });
  if (sample.referrer !== undefined) {
    const used = await world.create(sample.plural, sample.draft(4));
    const referrer = sample.referrer(used);
    await world.create(referrer.plural, referrer.body);
    await world.record(remove, { title: "Still in use.", status: 409, params: { id: used.id } });
  }
}
