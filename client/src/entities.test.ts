import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { shareTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { buildAwaiting } from "../../server/src/workflows/testing/workflow-world.ts";
import { ApiError } from "./api-error.ts";
import type { Item } from "./contract/schemas.ts";
import type { Entities } from "./entities.ts";
import { Weft } from "./weft.ts";

let service: TestService;
let weft: Weft;
let entities: Entities;

beforeAll(async () => {
  service = await shareTestService();
  weft = await anOrg();
  ({ entities } = weft);
});

afterAll(() => service.stop());

/** A session with a separate organization. */
async function anOrg(): Promise<Weft> {
  const org = await buildOrg(service);
  const { apiKey } = await buildKey(service, org);
  return new Weft({ apiKey, orgSlug: org.slug, baseUrl: `${service.address}/api` });
}

describe("an item", () => {
  test("is created, read, updated and deleted", async () => {
    const created = await entities.create({ entityName: "item", object: { name: "Parka", price: 199.5 } });
    const changed = await entities.update({ entityName: "item", id: created.id, body: { price: 150 } });
    const again = await entities.update({ entityName: "item", id: created.id, object: { name: "Parka II" } });
    const read = await entities.get({ entityName: "item", id: created.id });

    expect(created).toMatchObject({ entityType: "item", name: "Parka", price: 199.5, version: 1 });
    expect(changed).toMatchObject({ name: "Parka", price: 150, version: 2 });
    expect(again).toEqual(read);
    expect(await entities.delete({ entityName: "item", id: created.id })).toBeUndefined();
    await expect(entities.get({ entityName: "item", id: created.id })).rejects.toMatchObject({
      status: 404,
      code: "not-found",
    });
  });

  test("is read with selected fields, expanded references, and in a past state", async () => {
    const family = await entities.create({ entityName: "item", object: { name: "Family" } });
    const object = { name: "Family", itemFamilyId: family.id, optionName: "Red" };
    const option = await entities.create({ entityName: "item", object });
    await entities.update({ entityName: "item", id: option.id, body: { optionName: "Blue" } });

    const { results } = await weft.call("list-changes", {
      query: { criteria: { entityReference: `item:${option.id}` }, order: { orderField: "createdOn", order: "asc" } },
    });

    const wanted = { entityName: "item", id: option.id } as const;
    expect(Object.keys(await entities.get({ ...wanted, fields: ["optionName"] })).sort()).toEqual(["id", "optionName"]);
    expect(await entities.get({ ...wanted, relations: "itemFamily" })).toMatchObject({
      itemFamily: { id: family.id },
    });
    expect(await entities.get({ ...wanted, asOf: results[0]?.id ?? "" })).toMatchObject({ optionName: "Red" });
  });

  test("is read as a custom shape", async () => {
    const { id } = await entities.create<{ id: string }>({ entityName: "item", object: { name: "Typed", price: 7 } });

    const { price } = await entities.get<{ price: number }>({ entityName: "item", id });

    expect(price + 1).toBe(8);
  });

  test("is written only if it has not changed since", async () => {
    const { id, version } = await entities.create({ entityName: "item", object: { name: "Watched" } });
    await entities.update({ entityName: "item", id, body: { name: "Changed" }, ifMatch: version });

    const late = entities.update({ entityName: "item", id, body: { name: "Too late" }, ifMatch: version });
    await expect(late).rejects.toMatchObject({ status: 412, code: "version-mismatch" });
    await expect(entities.delete({ entityName: "item", id, ifMatch: version })).rejects.toMatchObject({ status: 412 });
  });

  test("is only validated with dryRun", async () => {
    const tried = await entities.create({ entityName: "item", object: { name: "Tried" }, dryRun: true });
    const { id } = await entities.create({ entityName: "item", object: { name: "There" } });
    await entities.update({ entityName: "item", id, body: { name: "Not there" }, dryRun: true });
    await entities.delete({ entityName: "item", id, dryRun: true });

    expect(tried.name).toBe("Tried");
    await expect(entities.get({ entityName: "item", id: tried.id })).rejects.toMatchObject({ status: 404 });
    expect((await entities.get({ entityName: "item", id })).name).toBe("There");
  });

  test("is deleted with its options, if requested", async () => {
    const family = await entities.create({ entityName: "item", object: { name: "Family" } });
    const object = { name: "Family", itemFamilyId: family.id, optionName: "Red" };
    const option = await entities.create({ entityName: "item", object });

    await expect(entities.delete({ entityName: "item", id: family.id })).rejects.toMatchObject({ status: 409 });
    await entities.delete({ entityName: "item", id: family.id, cascade: true });

    await expect(entities.get({ entityName: "item", id: option.id })).rejects.toMatchObject({ status: 404 });
  });

  test("with errors is rejected with each of them, and its pointer", async () => {
    const error = await entities
      .create<Item>({ entityName: "item", object: { name: 7, typePath: "color" } })
      .catch((one) => one);

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: "invalid-request" });
    expect(error.problem.errors.length).toBeGreaterThan(0);
    expect(error.message).toContain(error.problem.errors[0].pointer);
  });
});

describe("the external ID", () => {
  test.each([
    "ERP-1",
    "a/b/../c",
    "...",
    "50%",
    "%2F%2e%2e",
    "größe \u{1f9e5}",
    "a+b c",
    "a?b#c&d=e",
    "'; drop table items; --",
    "~(a~'b)",
  ])("%s finds, creates and updates one entity", async (federatedId) => {
    const made = await entities.upsert({ entityName: "item", federatedId, object: { name: "Made" } });
    const changed = await entities.upsert({ entityName: "item", federatedId, body: { name: "Changed" } });

    expect(made).toMatchObject({ federatedId, name: "Made", version: 1 });
    expect(changed).toMatchObject({ id: made.id, name: "Changed", version: 2 });
    expect(await entities.get({ entityName: "item", federatedId })).toEqual(changed);
    const { results } = await entities.list({ entityName: "item", criteria: { federatedId } });
    expect(results.map(({ id }) => id)).toEqual([made.id]);
  });

  test("addresses an entity to update or delete", async () => {
    const wanted = { entityName: "item", federatedId: "by/key" } as const;
    const { version } = await entities.upsert({ ...wanted, object: { name: "One" } });

    const updated = await entities.update({ ...wanted, body: { name: "Two" }, ifMatch: version });
    await expect(entities.delete({ ...wanted, ifMatch: version })).rejects.toMatchObject({ status: 412 });
    await entities.delete({ ...wanted, ifMatch: updated.version });

    await expect(entities.update({ ...wanted, body: { name: "Gone" } })).rejects.toMatchObject({ status: 404 });
  });

  test.each([".", ".."])("%s, which a URL cannot contain, is rejected before it is sent", async (federatedId) => {
    await expect(entities.get({ entityName: "item", federatedId })).rejects.toThrow(TypeError);
    await entities.create({ entityName: "item", object: { name: "Dots", federatedId } });
    expect((await entities.list({ entityName: "item", criteria: { federatedId } })).results).toHaveLength(1);
  });
});

describe("lists", () => {
  test("are returned page by page, one by one, and continue after a stored page key", async () => {
    const { entities: org } = await anOrg();
    const names = Array.from({ length: 7 }, (_, index) => `Item ${index}`);
    await org.batch({ entityName: "item", operations: names.map((name) => ({ op: "create", object: { name } })) });
    const order = { orderField: "name", order: "asc" };

    const first = await org.list({ entityName: "item", order, limit: 3, includeTotal: true });
    const rest = await collect(
      org.pages({ entityName: "item", order, limit: 3, nextPageKey: first.nextPageKey ?? "" }),
    );
    const all = await collect(org.all({ entityName: "item", order, limit: 3 }));

    expect(first).toMatchObject({ total: 7, nextPageKey: expect.any(String) });
    expect(rest.map(({ results }) => results.length)).toEqual([3, 1]);
    expect(all.map(({ name }) => name)).toEqual(names);
    expect((await org.list({ entityName: "item", queryParams: { limit: 2, order } })).results).toHaveLength(2);
    expect((await org.list({ entityName: "item", queryParams: { limit: 2 }, limit: 1 })).results).toHaveLength(1);
  });

  test("fetch pages only on demand", async () => {
    for await (const { name } of entities.all({ entityName: "item", limit: 1 })) {
      expect(name).toBeDefined();
      break;
    }
  });

  test("accept search text, fields and relations", async () => {
    const { entities: org } = await anOrg();
    await org.create({ entityName: "item", object: { name: "Winter parka", federatedId: "W-1" } });
    await org.create({ entityName: "item", object: { name: "Summer dress" } });

    const { results } = await org.list({ entityName: "item", q: "parka", fields: "name,federatedId" });

    expect(results).toEqual([{ id: expect.any(String), name: "Winter parka", federatedId: "W-1" }]);
  });

  test.each([
    "it's (50%+) ~ $ ! * & = # ? /",
    '"quoted" \\ back',
    "größe \u{1f9e5} 漢字 \u{301}",
    "' or 1=1 --",
    "  blanks  ",
    "true",
    "1e400",
    "__proto__",
    "~(a~'b)",
    '{"a":1}',
    "line\nbreak\ttab",
  ])("find the name %j, and nothing else", async (name) => {
    const { id } = await entities.create({
      entityName: "custom-entity",
      object: { name, typePath: "custom-entity:note" },
    });

    for (const criteria of [{ name }, { name: { in: [name] } }, JSON.stringify({ name })]) {
      const { results } = await entities.list({ entityName: "custom-entity", criteria });
      expect(results.map((one) => one.id)).toEqual([id]);
    }
  });
});

test("a batch returns a result per operation in order, atomic by default", async () => {
  const { id } = await entities.create({ entityName: "color", object: { name: "Old", hex: "000000" } });

  const { results } = await entities.batch({
    entityName: "color",
    operations: [
      { op: "create", object: { name: "Red", hex: "ff0000" } },
      { op: "upsert", federatedId: "blue", object: { name: "Blue", hex: "0000ff" } },
      { op: "update", id, object: { name: "Black" } },
      { op: "delete", id },
    ],
  });
  const refused = entities.batch({
    entityName: "color",
    operations: [
      { op: "create", object: { name: "Lost", hex: "ffffff" } },
      { op: "delete", id },
    ],
  });

  expect(results.map(({ status }) => status)).toEqual([201, 201, 200, 204]);
  expect(results[1]?.object?.federatedId).toBe("blue");
  await expect(refused).rejects.toMatchObject({ status: 400 });
  const single = await entities.batch({
    entityName: "color",
    operations: [
      { op: "create", object: { name: "Kept", hex: "ffffff" } },
      { op: "delete", id },
    ],
    atomic: false,
  });
  expect(single.results.map(({ status }) => status)).toEqual([201, 404]);
});

test("a workflow's task is read, listed, and its status message updated", async () => {
  const { task, process } = await buildAwaiting(service);
  const { entities: first } = new Weft({ ...service.first, baseUrl: `${service.address}/api` });
  const criteria = { processId: process.id };

  expect(await first.get({ entityName: "event-workflow-task", id: task.id })).toMatchObject({ status: "awaiting" });
  const { results } = await first.list({ entityName: "event-workflow-task", criteria, queryParams: { limit: 10 } });
  expect(results.map(({ id }) => id)).toEqual([task.id]);
  const body = { subtext: "Half of it" };
  expect(await first.update({ entityName: "event-workflow-task", id: task.id, body })).toMatchObject(body);
  expect(await first.get({ entityName: "event-workflow-process", id: process.id })).toMatchObject(body);
});

describe("misspelled names", () => {
  // Possible in a JavaScript program.
  const anyName = (name: string) => JSON.parse(JSON.stringify(name));

  test.each(["items", "itm", "toString", ""])("%s is not an entity, and nothing is sent", async (name) => {
    const wanted = { entityName: anyName(name), id: "x" };

    for (const call of [
      () => entities.get(wanted),
      () => entities.list(wanted),
      () => entities.create({ ...wanted, object: {} }),
      () => entities.update({ ...wanted, body: {} }),
      () => entities.delete(wanted),
      () => entities.upsert({ ...wanted, federatedId: "x", body: {} }),
      () => entities.batch({ ...wanted, operations: [] }),
      () => entities.all(wanted).next(),
    ]) {
      await expect(call()).rejects.toThrow(TypeError);
    }
  });

  test("an empty or missing id is rejected", async () => {
    await expect(entities.get({ entityName: "item", id: "" })).rejects.toThrow("/items/{id} requires id.");
    await expect(entities.get({ entityName: "item", ...anyName("") })).rejects.toThrow(TypeError);
  });
});

async function collect<Element>(source: AsyncIterable<Element>): Promise<Element[]> {
  const elements: Element[] = [];
  for await (const element of source) elements.push(element);
  return elements;
}
