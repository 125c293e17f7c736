import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
  world = await buildEntityWorld(service);
});

afterAll(() => service.stop());

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1.5,
  9007199254740991,
  1e-320,
  "",
  "x",
  "\u0001\u001f\u007f",
  "Ω≈ç√∫😀\u{10ffff}\ufeff",
  "'; drop table entities; --",
  "x".repeat(70_000),
  [],
  [null, [[]], {}],
  {},
  { a: { b: { c: [1] } } },
  { constructor: { prototype: { polluted: true } } },
];

describe("no input causes a server error", () => {
  const kinds: Record<string, string[]> = {
    items: ["roles", "itemFamilyId", "optionGroup", "optionName"],
    projects: ["identifier", "rootWorkspaceId"],
    workspaces: ["identifier", "projectId", "parentWorkspaceId"],
    "project-items": ["projectId", "itemId"],
    assortments: ["identifier", "workspaceId", "projectId", "composedFromAssortmentIds", "summary"],
    "assortment-items": ["assortmentId", "itemId", "projectItemId"],
    colors: ["hex", "red", "green", "blue"],
    "custom-entities": ["anything"],
    "size-range-templates": ["sizeRange"],
  };
  const system = [
    "id",
    "entityType",
    "typePath",
    "name",
    "federatedId",
    "createdOn",
    "updatedOn",
    "createdById",
    "version",
  ];

  test.each(Object.entries(kinds))("in the fields of %s", async (plural, own) => {
    const fields = [...system, ...own];
    const operations = fields.flatMap((field) =>
      values.flatMap((value) => [
        { op: "create", object: { name: "x", typePath: subtypeOf(plural), [field]: value } },
        { op: "upsert", federatedId: "same", object: { name: "x", typePath: subtypeOf(plural), [field]: value } },
      ]),
    );

    const { status, body } = await world.call("POST", `/${plural}/batch`, { body: { operations, atomic: false } });

    expect(status).toBe(200);
    const statuses = new Set(body.results.map((result: { status: number }) => result.status));
    expect([...statuses].filter((one) => ![200, 201, 400, 409, 412].includes(Number(one)))).toEqual([]);
  });

  function subtypeOf(plural: string): string | undefined {
    return plural === "custom-entities" ? "custom-entity:thing" : undefined;
  }

  test("in a single request with each of these values in each system field", async () => {
    const { id } = await world.create("items", { name: "x" });

    const answers = await Promise.all(
      system.flatMap((field) =>
        values.map((value) => world.call("PUT", `/items/${id}`, { body: { [field]: value, touched: field } })),
      ),
    );

    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 400, 409, 412].includes(status))).toEqual([]);
  });
});

describe("unusual property names", () => {
  const names = [
    "constructor",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "prototype",
    "a.b",
    "a/b",
    "~",
    "~1",
    "#",
    "$ne",
    "größe 尺寸 😀",
    " ",
    "0",
    "x".repeat(128),
    "select",
    '"quoted"',
    "\\",
    "projectId",
    "total",
  ];

  test.each(names)("%j is a valid name", async (name) => {
    const created = await world.create("items", { name: "x", [name]: { deep: [1] } });

    const read = await world.call("GET", `/items/${created.id}`);
    const changed = await world.call("PUT", `/items/${created.id}`, { body: { [name]: "new" } });
    const same = await world.call("PUT", `/items/${created.id}`, { body: { [name]: "new" } });
    const cleared = await world.call("PUT", `/items/${created.id}`, { body: { [name]: null } });

    expect(read.body[name]).toEqual({ deep: [1] });
    expect(changed.body).toMatchObject({ [name]: "new", version: 2 });
    expect(same.body.version).toBe(2);
    expect(Object.keys(cleared.body)).not.toContain(name);
    const record = (await world.changes()).at(-1);
    expect(record).toMatchObject({ entity_id: created.id, diffs: { [name]: ["new", null] } });
  });

  test.each(["", "x".repeat(129)])("%j is not a valid name", async (name) => {
    const { status, body } = await world.call("POST", "/items", { body: { name: "x", [name]: 1 } });

    expect(status).toBe(400);
    expect(body.errors[0].pointer).toBe(`#/${name}`);
  });

  test("__proto__ is rejected by the parser", async () => {
    const { status } = await world.call("POST", "/items", { body: '{"name":"x","a":{"__proto__":{"b":1}}}' });

    expect(status).toBe(400);
    expect(await world.call("GET", "/items?limit=1")).toMatchObject({ status: 200 });
  });
});

describe("bodies that are not an entity", () => {
  test.each([
    "[]",
    "1",
    '"x"',
    "null",
    "",
    "{",
    '{"name":"x","name":"y"}',
    '{"a":1e400}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
  ])("%j returns 400", async (body) => {
    const { status } = await world.call("POST", "/items", { body, headers: { "content-type": "application/json" } });

    expect(status).toBe(400);
  });

  test("nesting is accepted up to its limit", async () => {
    const nested = (levels: number) => `{"name":"x","a":${"[".repeat(levels)}${"]".repeat(levels)}}`;

    const deep = await world.call("POST", "/items", { body: nested(63) });
    const deeper = await world.call("POST", "/items", { body: nested(64) });

    expect([deep.status, deeper.status]).toEqual([201, 400]);
  });

  test("an entity that grows beyond its limit is rejected without affecting concurrent writers", async () => {
    const { id } = await world.create("items", { name: "x" });
    const part = "é".repeat(400_000);
    const grow = (n: number) => world.call("PUT", `/items/${id}`, { body: { [`part${n}`]: part } });
    for (let n = 0; n < 5; n++) {
      await grow(n);
    }

    const [tooLarge, ...others] = await Promise.all([
      grow(5),
      ...Array.from({ length: 5 }, () => world.call("POST", "/items", { body: { name: "small" } })),
    ]);

    expect(tooLarge?.status).toBe(413);
    expect(others.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect((await world.call("GET", `/items/${id}`)).body.version).toBe(6);
  });
});
