import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildEntityWorld, type EntityWorld } from "../../entities/testing/entity-world.ts";
import { upload } from "../../loader/testing/loading.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { callTool, postMcp } from "../testing/mcp-client.ts";

let service: TestService;
let world: EntityWorld;
let setId: string;

beforeAll(async () => {
  service = await shareTestService();
  world = await buildEntityWorld(service);
  const options = [
    { value: "fw", display: "Fall/Winter" },
    { value: "ss", display: "Spring/Summer" },
  ];
  setId = (await world.call("POST", "/option-sets", { body: { name: "Seasons", options } })).body.id;
  const properties = [
    { slug: "season", label: "Season", propertyType: "choice", optionSetId: setId },
    { slug: "price", label: "Price", propertyType: "number", searchable: true },
  ];
  await world.call("POST", "/entity-types", { body: { typePath: "item:product", mode: "strict", properties } });
  for (const [index, name] of ["Parka", "Cape", "Shawl"].entries()) {
    const price = 10 * (index + 1);
    await world.create("items", { typePath: "item:product", name, federatedId: `S-${index}`, season: "fw", price });
  }
});

afterAll(() => service.stop());

const call = (name: string, args: object) => callTool(service, name, args, world.key.headers);
const namesOf = ({ results }: { results: { name: string }[] }) => results.map(({ name }) => name);

describe("find", () => {
  test("accepts criteria, type, order and fields, and continues with a page key", async () => {
    const asked = {
      kind: "item",
      typePath: "item:product",
      criteria: { price: { gte: 10 } },
      order: { orderField: "price", order: "desc" },
      fields: ["name"],
      includeTotal: true,
      limit: 2,
    };

    const first = await call("find", asked);
    const second = await call("find", { ...asked, pageKey: first.nextPageKey });

    expect(namesOf(first)).toEqual(["Shawl", "Cape"]);
    expect(Object.keys(first.results[0]).sort()).toEqual(["id", "name"]);
    expect(first).toMatchObject({ total: 3, next: expect.stringContaining("pageKey") });
    expect(namesOf(second)).toEqual(["Parka"]);
    expect(second).not.toHaveProperty("next");
  });

  test("searches by words, and suggests a next step if nothing matches", async () => {
    expect(namesOf(await call("find", { kind: "item", q: "cape" }))).toEqual(["Cape"]);
    expect(await call("find", { kind: "color" })).toMatchObject({
      results: [],
      hint: expect.stringContaining("types"),
    });
  });

  test("truncates long texts unless they are requested by name", async () => {
    const { id } = await world.create("custom-entities", {
      typePath: "custom-entity:note",
      name: "Note",
      text: "x".repeat(1_000),
    });

    const cut = await call("find", { kind: "custom-entity" });
    const whole = await call("get", { kind: "custom-entity", id, fields: ["text"] });

    expect(cut.results[0].text).toMatch(/^x{200}…\[cut: 1000 characters\]$/);
    expect(whole.entity.text).toHaveLength(1_000);
  });

  test("rejects a response that is too long for a conversation, and says how to reduce it", async () => {
    const text = "y".repeat(2_000);
    const operations = Array.from({ length: 40 }, (_, index) => ({
      op: "create",
      object: { typePath: "custom-entity:long", name: `Long ${index}`, text },
    }));
    await world.call("POST", "/custom-entities/batch", { body: { operations } });
    const asked = { kind: "custom-entity", typePath: "custom-entity:long", fields: ["text"] };

    const { error } = await call("find", { ...asked, limit: 40 });
    const { results } = await call("find", { ...asked, limit: 10 });

    expect(error).toMatchObject({ code: "answer-too-large", next: expect.stringContaining("smaller limit") });
    expect(results).toHaveLength(10);
  });

  test("also lists kinds other than product data", async () => {
    expect(await call("find", { kind: "event-workflow-process" })).toMatchObject({ results: [] });
  });

  test("shows files without their public link", async () => {
    const id = await upload(service, "a\n1\n", "rows.csv");

    const { results } = await callTool(service, "find", { kind: "file" });
    const { entity } = await callTool(service, "get", { kind: "file", id });

    for (const file of [results[0], entity]) {
      expect(file).toMatchObject({ id, fileName: "rows.csv", status: "completed" });
      expect(file).not.toHaveProperty("downloadUrl");
    }
  });

  test("reports all invalid arguments, with the nearest name", async () => {
    const { error } = await call("find", { kind: "itm", limt: 5, limit: 500 });

    expect(error.code).toBe("invalid-arguments");
    expect(error.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(["kind", "limit", "limt"]);
    expect(JSON.stringify(error.errors)).toContain("Did you mean limit?");
  });

  test("passes on errors of the API, with a next step", async () => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "find", arguments: { kind: "item", typePath: "item:product", criteria: { prize: 3 } } },
    };

    const { body } = await postMcp(service, message, world.key.headers);

    expect(body.result.isError).toBe(true);
    expect(body.result.content[0].text).toMatch(/^invalid-request: .*prize.*\n(?:.*\n)*What to do: .*types/);
    expect(body.result.structuredContent.error).toMatchObject({ code: "invalid-request" });
  });
});

describe("get", () => {
  test("reads by federatedId, with relations and history", async () => {
    await world.call("PUT", "/items/federated/S-0", { body: { price: 11 } });

    const { entity, history } = await call("get", {
      kind: "item",
      federatedId: "S-0",
      relations: ["createdBy"],
      history: 5,
    });

    expect(entity).toMatchObject({ name: "Parka", price: 11, createdBy: { type: "app" } });
    expect(history).toMatchObject([
      { action: "update", source: "api", values: { price: { from: 10, to: 11 } } },
      { action: "create", values: { name: "Parka", price: 10 } },
    ]);
  });

  test("reads by id as of a time", async () => {
    const { results } = await call("find", { kind: "item", q: "Cape" });
    const { id } = results[0];
    const { coveredUntil } = await call("changes", { after: "now" });
    await world.call("PUT", `/items/${id}`, { body: { price: 99 } });

    const { entity } = await call("get", { kind: "item", id, asOf: coveredUntil });

    expect(entity).toMatchObject({ name: "Cape", price: 20 });
  });

  test.each([
    { what: "neither id nor federatedId", args: { kind: "item" }, code: "invalid-arguments" },
    { what: "both", args: { kind: "item", id: "x", federatedId: "S-0" }, code: "invalid-arguments" },
    {
      what: "a federatedId of a kind without one",
      args: { kind: "file", federatedId: "x" },
      code: "invalid-arguments",
    },
    { what: "an empty id", args: { kind: "item", id: "" }, code: "not-found" },
    { what: "an id that leads elsewhere", args: { kind: "item", federatedId: ".." }, code: "not-found" },
    { what: "an unknown id", args: { kind: "item", id: "nothing" }, code: "not-found" },
  ])("rejects $what", async ({ args, code }) => {
    const { error } = await call("get", args);

    expect(error).toMatchObject({ code, next: expect.stringContaining("find") });
  });
});

describe("types", () => {
  test("shows the tree, or a branch of it", async () => {
    const whole = await call("types", {});
    const branch = await call("types", { below: "item" });

    expect(whole.types).toContainEqual({
      typePath: "item:product",
      label: "product",
      mode: "strict",
      ownProperties: ["season", "price"],
    });
    expect(branch.types.map(({ typePath }: { typePath: string }) => typePath)).toEqual(["item", "item:product"]);
  });

  test("shows the properties of a type with their options, including inherited ones", async () => {
    const { properties, mode } = await call("types", { typePath: "item:product" });

    expect(mode).toBe("strict");
    expect(properties).toContainEqual({
      slug: "season",
      label: "Season",
      propertyType: "choice",
      optionSet: "Seasons",
      options: [
        { value: "fw", display: "Fall/Winter" },
        { value: "ss", display: "Spring/Summer" },
      ],
    });
    expect(properties).toContainEqual(expect.objectContaining({ slug: "optionName", isBuiltIn: true }));
  });

  test("reports a type that does not exist", async () => {
    expect((await call("types", { typePath: "item:nothing" })).error.code).toBe("not-found");
  });
});

describe("changes", () => {
  test("follows the log with a cursor and filters, and misses nothing", async () => {
    const { coveredUntil } = await call("changes", { after: "now" });
    const created = await world.create("colors", { name: "Red", hex: "ff0000" });
    await world.call("DELETE", `/colors/${created.id}`);

    const first = await call("changes", { after: coveredUntil, kind: "color", limit: 1 });
    const second = await call("changes", { after: first.coveredUntil, kind: "color" });

    expect(first.results).toMatchObject([{ action: "create", values: { hex: "ff0000" } }]);
    expect(second.results).toMatchObject([{ action: "delete", values: { hex: "ff0000" } }]);
  });

  test("searches by time, entity and touched property", async () => {
    const { id } = await world.create("colors", { name: "Blue", hex: "0000ff" });
    await world.call("PUT", `/colors/${id}`, { body: { name: "Navy" } });

    const since = await call("changes", { since: "2026-01-01", kind: "color", id, changed: "name", action: "update" });
    const before = await call("changes", { until: "2001-01-01" });

    expect(since.results).toMatchObject([{ values: { name: { from: "Blue", to: "Navy" } } }]);
    expect(before.results).toEqual([]);
  });

  test("requires the kind of an id, and passes on the error for an invalid time", async () => {
    expect((await call("changes", { id: "x" })).error.errors).toMatchObject([{ pointer: "kind" }]);
    expect((await call("changes", { since: "yesterday" })).error.code).toBe("invalid-request");
  });
});
