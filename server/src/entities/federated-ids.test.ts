import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service);
});

describe("an entity addressed by federatedId", () => {
  const address = "/items/federated/erp%2F1";

  test("is read, updated and deleted as by id", async () => {
    const { id } = await world.create("items", { name: "A", federatedId: "erp/1" });

    const patched = await world.call("PATCH", address, { body: { name: "B" } });
    const tried = await world.call("DELETE", `${address}?dryRun=true`);
    const stale = await world.call("DELETE", address, { headers: { "if-match": '"1"' } });
    const deleted = await world.call("DELETE", address, { headers: { "if-match": '"2"' } });
    const again = await world.call("DELETE", address);

    expect([patched, tried, stale, deleted, again].map(({ status }) => status)).toEqual([200, 200, 412, 204, 404]);
    expect(patched.body).toMatchObject({ id, name: "B", federatedId: "erp/1", version: 2 });
    expect(tried.body.deleted).toMatchObject([{ id }]);
    expect(patched.headers.get("etag")).toBe('"2"');
  });

  test("is not created by an update", async () => {
    const patched = await world.call("PATCH", address, { body: { name: "B" } });

    expect(patched.status).toBe(404);
    expect(await world.countRows("entities")).toBe(0);
  });

  test("can be given another federatedId", async () => {
    await world.create("items", { name: "A", federatedId: "erp/1" });

    const renamed = await world.call("PATCH", address, { body: { federatedId: "erp/2" } });
    const gone = await world.call("GET", address);

    expect(renamed.body.federatedId).toBe("erp/2");
    expect(gone.status).toBe(404);
  });

  test("keeps what refers to it, unless the delete cascades", async () => {
    const { id } = await world.create("items", { name: "A", federatedId: "erp/1" });
    await world.create("items", { name: "R", itemFamilyId: id });

    const refused = await world.call("DELETE", address);
    const cascaded = await world.call("DELETE", `${address}?cascade=true`);

    expect([refused.status, cascaded.status]).toEqual([409, 204]);
    expect(await world.countRows("entities")).toBe(0);
  });

  test("is hidden from callers that may not read it", async () => {
    await world.create("items", { name: "A", federatedId: "erp/1" });
    const key = await world.keyWith({ rights: [{ verbs: ["update", "delete"], typePath: "item:*" }] });

    const answers = [
      await world.call("PATCH", address, { key, body: { name: "B" } }),
      await world.call("DELETE", address, { key }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe("a change record", () => {
  async function federatedIds(query = ""): Promise<(string | undefined)[]> {
    const { body } = await world.call("GET", `/change-history?after=beginning${query}`);
    return body.results.map(({ federatedId }: { federatedId?: string }) => federatedId);
  }

  /** As recorded by a version without the column. */
  async function forgetFederatedIds(): Promise<void> {
    await service.database.db.query(sql`update changes set federated_id = null where org_id = ${world.org.id}`);
  }

  async function writeHistory(): Promise<void> {
    const { id } = await world.create("items", { name: "A", federatedId: "S1" });
    await world.call("PUT", `/items/${id}`, { body: { name: "B" } });
    await world.call("PUT", `/items/${id}`, { body: { federatedId: "S2" } });
    await world.call("PUT", `/items/${id}`, { body: { name: "C" } });
  }

  test("has the federatedId of its entity after the change, and of a deleted one", async () => {
    await writeHistory();
    await world.call("DELETE", "/items/federated/S2");

    expect(await federatedIds()).toEqual(["S1", "S1", "S2", "S2", "S2"]);
  });

  test("has none if the entity has none, also where it has one now", async () => {
    const { id } = await world.create("items", { name: "A" });
    await world.call("PUT", `/items/${id}`, { body: { name: "B" } });
    await world.call("PUT", `/items/${id}`, { body: { federatedId: "S1" } });
    await world.call("PUT", `/items/${id}`, { body: { federatedId: null } });

    expect(await federatedIds()).toEqual([undefined, undefined, "S1", undefined]);
  });

  test("without one, from before it was recorded, has the current one", async () => {
    await writeHistory();
    await forgetFederatedIds();

    expect(await federatedIds()).toEqual(["S1", "S2", "S2", "S2"]);
    expect(await federatedIds("&limit=2")).toEqual(["S1", "S2"]);
  });

  test("without one, of an entity deleted since, has its last one", async () => {
    await writeHistory();
    await world.call("DELETE", "/items/federated/S2");
    await forgetFederatedIds();

    expect(await federatedIds()).toEqual(["S1", "S2", "S2", "S2", "S2"]);
  });

  test("of an option set has its federatedId", async () => {
    const { body } = await world.call("POST", "/option-sets", { body: { name: "Seasons", federatedId: "SEASON" } });
    await world.call("PUT", `/option-sets/${body.id}`, { body: { name: "Season" } });

    expect(await federatedIds("&entityType=option-set")).toEqual(["SEASON", "SEASON"]);
  });

  test("of many changes at once, in a search and in an export, has it too", async () => {
    const operations = Array.from({ length: 20 }, (_, index) => ({
      op: "upsert",
      federatedId: `S${index}`,
      object: { name: `Style ${index}` },
    }));
    await world.call("POST", "/items/batch", { body: { operations } });
    const changed = operations.map((operation) => ({ ...operation, object: { price: 5 } }));
    await world.call("POST", "/items/batch", { body: { operations: changed } });

    const expected = operations.map(({ federatedId }) => federatedId);
    const { body } = await world.call("GET", "/change-history?criteria=~(action~'update)&order=~(order~'asc)");
    const exported = await world.call("GET", "/change-history/export?criteria=~(action~'update)");

    expect(body.results.map(({ federatedId }: { federatedId: string }) => federatedId)).toEqual(expected);
    expect(JSON.stringify(exported.body).match(/federatedId/g)?.length).toBe(20);
  });
});
