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

describe("If-None-Match", () => {
  test("a caller with the current version gets 304 without a body, also by federatedId", async () => {
    const { id } = await world.create("items", { name: "Parka", federatedId: "N-1" });
    const headers = { "if-none-match": 'W/"9", "1"' };

    const byId = await world.call("GET", `/items/${id}`, { headers });
    const byKey = await world.call("GET", "/items/federated/N-1", { headers });

    expect([byId.status, byKey.status]).toEqual([304, 304]);
    expect(byId.headers.get("etag")).toBe('"1"');
    expect(byId.body).toBe("");
  });

  test("a caller with an older version gets the new one", async () => {
    const { id } = await world.create("items", { name: "Parka" });
    await world.call("PUT", `/items/${id}`, { body: { name: "Coat" } });

    const { status, headers } = await world.call("GET", `/items/${id}`, { headers: { "if-none-match": '"1"' } });

    expect(status).toBe(200);
    expect(headers.get("etag")).toBe('"2"');
  });
});

describe("If-Match and version", () => {
  test("a stale If-Match returns 412 with the current version and changes nothing", async () => {
    const { id } = await world.create("items", { name: "Parka" });
    await world.call("PUT", `/items/${id}`, { body: { name: "Coat" } });
    const headers = { "if-match": '"1"' };

    const put = await world.call("PUT", `/items/${id}`, { headers, body: { name: "Cape" } });
    const deletion = await world.call("DELETE", `/items/${id}`, { headers });

    expect(put.status).toBe(412);
    expect(put.body).toMatchObject({ code: "version-mismatch", currentVersion: 2 });
    expect(put.headers.get("etag")).toBe('"2"');
    expect(deletion.status).toBe(412);
    expect((await world.call("GET", `/items/${id}`)).body.name).toBe("Coat");
  });

  test("the current If-Match and the wildcard allow the write", async () => {
    const { id } = await world.create("items", { name: "Parka" });

    const first = await world.call("PUT", `/items/${id}`, { headers: { "if-match": '"1"' }, body: { name: "Coat" } });
    const second = await world.call("PUT", `/items/${id}`, { headers: { "if-match": "*" }, body: { name: "Cape" } });
    const third = await world.call("DELETE", `/items/${id}`, { headers: { "if-match": '"3"' } });

    expect([first.status, second.status, third.status]).toEqual([200, 200, 204]);
  });

  test("an If-Match that is not a version is rejected", async () => {
    const { id } = await world.create("items", { name: "Parka" });

    const { status } = await world.call("PUT", `/items/${id}`, { headers: { "if-match": "1" }, body: { name: "x" } });

    expect(status).toBe(400);
  });

  test("a stale version in the body returns 412, even with a matching If-Match", async () => {
    const { id } = await world.create("items", { name: "Parka" });
    await world.call("PUT", `/items/${id}`, { body: { name: "Coat" } });

    const stale = await world.call("PUT", `/items/${id}`, { body: { name: "Cape", version: 1 } });
    const both = await world.call("PUT", `/items/${id}`, {
      headers: { "if-match": '"2"' },
      body: { name: "Cape", version: 1 },
    });
    const current = await world.call("PUT", `/items/${id}`, { body: { name: "Cape", version: 2 } });

    expect([stale.status, both.status, current.status]).toEqual([412, 412, 200]);
    expect(stale.body.currentVersion).toBe(2);
  });

  test("a version that is not a number is an error in the body", async () => {
    const { id } = await world.create("items", { name: "Parka" });

    const { status, body } = await world.call("PUT", `/items/${id}`, { body: { version: "1" } });

    expect(status).toBe(400);
    expect(body.errors[0].pointer).toBe("#/version");
  });

  test("an upsert with If-Match never creates", async () => {
    const answers = await Promise.all([
      world.call("PUT", "/items/federated/M-1", { headers: { "if-match": '"1"' }, body: { name: "Parka" } }),
      world.call("GET", "/items/federated/M-1"),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([412, 404]);
  });
});
