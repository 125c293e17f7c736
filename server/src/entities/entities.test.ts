import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

describe("the basic workflow", () => {
  test("an entity can be created, read, changed, listed and deleted", async () => {
    const created = await service.call("POST", "/items", {
      body: { name: "Parka", typePath: "item:apparel", color: "red", price: 12.5, federatedId: "P-1" },
    });
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.headers.get("location")).toBe(`/api/items/${id}`);
    expect(created.headers.get("etag")).toBe('"1"');
    expect(created.body).toMatchObject({
      entityType: "item",
      typePath: "item:apparel",
      name: "Parka",
      color: "red",
      price: 12.5,
      roles: ["family"],
      itemFamilyId: id,
      version: 1,
    });

    const read = await service.call("GET", `/items/${id}`);
    expect(read.body).toEqual(created.body);

    const changed = await service.call("PUT", `/items/${id}`, { body: { color: null, price: 13 } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ price: 13, version: 2 });
    expect(changed.body).not.toHaveProperty("color");

    const listed = await service.call("GET", "/items?criteria=~(price~13)");
    expect(listed.body).toEqual({ results: [changed.body] });

    const deleted = await service.call("DELETE", `/items/${id}`);
    expect(deleted.status).toBe(204);
    expect((await service.call("GET", `/items/${id}`)).status).toBe(404);
  });
});

test("the times of entities never go backwards, even if the clock of the database does", async () => {
  const bodies = [{ name: "A" }, { name: "B" }];
  const ids = (await Promise.all(bodies.map((body) => service.call("POST", "/items", { body })))).map(
    ({ body }) => body.id,
  );
  const later = new Date(Date.now() + 60_000);
  await service.database.db.query(sql`
    update entities set updated_on = ${later} where id = ${ids[0]} and org_id in (select id from orgs)`);

  const operations = [
    ...ids.map((id) => ({ op: "update", id, object: { color: "red" } })),
    { op: "create", object: { name: "C" } },
  ];
  const { body } = await service.call("POST", "/items/batch", { body: { operations } });
  const [alone] = [await service.call("PUT", `/items/${ids[0]}`, { body: { color: "blue" } })];

  const created = body.results[2].object;
  expect(body.results.map(({ object }: { object: { updatedOn: string } }) => object.updatedOn)).toEqual(
    Array.from({ length: 3 }, () => later.toISOString()),
  );
  expect((await service.call("GET", `/items/${created.id}`)).body).toEqual(created);
  expect((await service.call("GET", `/items/${ids[1]}`)).body.updatedOn).toBe(later.toISOString());
  expect(alone?.body.updatedOn).toBe(later.toISOString());
});
