import { entityKinds } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, firstOrg } from "../testing/builders.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";

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

  test("follow changes at once", async () => {
    const countOf = async () => (await get("/items/aggregate?q=follower")).body.results[0].count;
    const before = await countOf();
    const { id } = await create("/items", { name: "Follower" });
    const after = await countOf();
    await service.call("DELETE", `/items/${id}`, { headers });

    expect([before, after, await countOf()]).toEqual([0, 1, 0]);
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
