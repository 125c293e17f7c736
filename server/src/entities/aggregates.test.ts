import { entityKinds } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, firstOrg } from "../testing/builders.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";

interface Row {
  readonly group: Readonly<Record<string, { value: unknown }>>;
  readonly count: number;
  readonly metrics: Readonly<Record<string, unknown>>;
}

let service: TestService;
let headers: Record<string, string>;

beforeAll(async () => {
  service = await shareTestService();
  headers = (await buildKey(service, await firstOrg(service))).headers;
});

afterAll(() => service.stop());

async function create(path: string, body: object) {
  const created = await service.call("POST", path, { headers, body });
  expect(created.body).toMatchObject({ id: expect.any(String) });
  return created.body;
}

function get(path: string) {
  return service.call("GET", path, { headers });
}

test("every kind of product data can be aggregated, also by its singular name", async () => {
  for (const { name, plural } of entityKinds) {
    const answers = await Promise.all([get(`/${plural}/aggregate`), get(`/${name}/aggregate?groupBy=typePath`)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual({
      results: [{ group: {}, count: expect.any(Number), metrics: {} }],
      totalGroups: 1,
    });
  }
});

describe("items", () => {
  test("are counted and summed by reference and number band", async () => {
    const mill = await create("/custom-entities", { name: "Mill", typePath: "custom-entity:supplier" });
    await create("/entity-types", {
      typePath: "item:priced",
      label: "Priced",
      properties: [
        { slug: "supplierId", label: "Supplier", propertyType: "object_reference", referenceType: "custom-entity" },
        { slug: "price", label: "Price", propertyType: "currency", currency: "EUR" },
      ],
    });
    for (const price of [19.99, 49.99, 50]) {
      await create("/items", { name: `At ${price}`, typePath: "item:priced", supplierId: mill.id, price });
    }

    const criteria = encodeURIComponent(JSON.stringify({ typePath: "item:priced" }));
    const { body } = await get(
      `/items/aggregate?groupBy=supplierId,price:50&metrics=count,sum:price,avg:price&criteria=${criteria}`,
    );

    const supplierId = { value: mill.id, label: "Mill" };
    expect(body).toEqual({
      results: [
        {
          group: { supplierId, price: { value: 0, to: 50 } },
          count: 2,
          metrics: { "sum:price": 69.98, "avg:price": 34.99 },
        },
        {
          group: { supplierId, price: { value: 50, to: 100 } },
          count: 1,
          metrics: { "sum:price": 50, "avg:price": 50 },
        },
      ],
      totalGroups: 2,
    });
  });

  test.each([
    ["", ""],
    [" and words", "&q=follower"],
  ])("follow changes at once, by criteria%s", async (_title, search) => {
    const criteria = encodeURIComponent(JSON.stringify({ name: "Follower" }));
    const groups = async () => {
      const { body } = await get(`/items/aggregate?groupBy=fit&metrics=sum:weight&criteria=${criteria}${search}`);
      return body.results.map((row: Row) => [row.group["fit"]?.value, row.count, row.metrics["sum:weight"]]);
    };
    const before = await groups();
    const { id } = await create("/items", { name: "Follower", fit: "slim", weight: 1 });
    const created = [await groups(), await groups()];
    await service.call("PUT", `/items/${id}`, { headers, body: { fit: "wide", weight: 2 } });
    const updated = await groups();
    await service.call("POST", "/items/batch", { headers, body: { operations: [{ op: "delete", id }] } });

    expect([before, created, updated, await groups()]).toEqual([
      [],
      [[["slim", 1, 1]], [["slim", 1, 1]]],
      [["wide", 1, 2]],
      [],
    ]);
  });

  test("have the current labels of options, types and references", async () => {
    const { id: optionSetId } = await create("/option-sets", {
      name: "Fits",
      options: [{ value: "s", display: "Slim" }],
    });
    await create("/entity-types", {
      typePath: "item:labelled",
      label: "Labelled",
      properties: [
        { slug: "cut", label: "Cut", propertyType: "choice", optionSetId },
        { slug: "makerId", label: "Maker", propertyType: "object_reference", referenceType: "custom-entity" },
      ],
    });
    const maker = await create("/custom-entities", { name: "Mill", typePath: "custom-entity:maker" });
    await create("/items", { name: "Labelled", typePath: "item:labelled", cut: "s", makerId: maker.id });
    const criteria = encodeURIComponent(JSON.stringify({ typePath: "item:labelled" }));
    const labels = async () => {
      const { body } = await get(`/items/aggregate?groupBy=cut,makerId&criteria=${criteria}`);
      return Object.values<{ label: string }>(body.results[0].group).map(({ label }) => label);
    };
    const before = await labels();
    await service.call("PUT", `/option-sets/${optionSetId}`, {
      headers,
      body: { options: [{ value: "s", display: "Narrow" }] },
    });
    await service.call("PUT", `/custom-entities/${maker.id}`, { headers, body: { name: "Weaver" } });

    expect([before, await labels()]).toEqual([
      ["Slim", "Mill"],
      ["Narrow", "Weaver"],
    ]);
  });
});

describe("requests", () => {
  test.each([
    ["/items/aggregate?groupBy=", "groupBy"],
    ["/items/aggregate?groupBy=a,b,c", "groupBy"],
    ["/items/aggregate?metrics=sum", "metrics"],
    ["/items/aggregate?limit=0", "limit"],
    ["/items/aggregate?limit=1001", "limit"],
    ["/items/aggregate?group=color", "group"],
    ["/items/aggregate?nextPageKey=x", "nextPageKey"],
    ['/items/aggregate?criteria={"price":{"like":1}}', "criteria.price.like"],
    ['/items/aggregate?order={"orderField":"color"}', "order.orderField"],
    ['/items/aggregate?order={"by":"count"}', "order.by"],
  ])("%s is rejected", async (path, pointer) => {
    const { status, body } = await get(encodeURI(path));

    expect(status).toBe(400);
    expect(body.errors[0].pointer).toContain(pointer);
  });

  test("an order that is not an object is rejected", async () => {
    expect((await get("/items/aggregate?order=count")).body.code).toBe("invalid-query-object");
  });

  test("no entity is called aggregate", async () => {
    const update = await service.call("PUT", "/items/aggregate", { headers, body: { name: "x" } });

    expect(update.status).toBe(404);
    expect((await get("/items/aggregate/x")).status).toBe(404);
  });
});
