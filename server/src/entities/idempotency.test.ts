import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let otherNode: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await startTestService();
  otherNode = await startTestService({}, service);
});

afterAll(async () => {
  await otherNode.stop();
  await service.stop();
});

beforeEach(async () => {
  world = await buildEntityWorld(service);
});

const key = { "idempotency-key": "order-17" };
const parka = { name: "Parka", federatedId: "P-1" };

describe("the same key with the same body", () => {
  test("gets the same response from any node", async () => {
    const first = await world.call("POST", "/items", { headers: key, body: parka });
    const second = await world.call("POST", "/items", { headers: key, body: parka, node: otherNode });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await world.countRows("entities")).toBe(1);
  });

  test("gets the original response, even if the entity has changed since", async () => {
    const first = await world.call("POST", "/items", { headers: key, body: parka });
    await world.call("DELETE", `/items/${first.body.id}`);

    const second = await world.call("POST", "/items", { headers: key, body: parka });

    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  test("runs once when sent concurrently to two nodes", async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        world.call("POST", "/items", { headers: key, body: { name: "Parka" }, node: index % 2 ? otherNode : service }),
      ),
    );

    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await world.countRows("entities")).toBe(1);
  });

  test("works for batches", async () => {
    const body = {
      operations: [
        { op: "create", object: { name: "A" } },
        { op: "create", object: {} },
      ],
      atomic: false,
    };

    const first = await world.call("POST", "/items/batch", { headers: key, body });
    const second = await world.call("POST", "/items/batch", { headers: key, body });

    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await world.countRows("entities")).toBe(1);
  });
});

describe("a key", () => {
  test("with another body, or for another kind, returns 422", async () => {
    await world.call("POST", "/items", { headers: key, body: parka });

    const otherBody = await world.call("POST", "/items", { headers: key, body: { name: "Coat" } });
    const otherKind = await world.call("POST", "/colors", { headers: key, body: parka });

    expect([otherBody.status, otherKind.status]).toEqual([422, 422]);
    expect(otherBody.body.code).toBe("idempotency-key-reused");
  });

  test("belongs to one actor", async () => {
    const other = await world.keyWith({});

    await world.call("POST", "/items", { headers: key, body: { name: "Parka" } });
    const second = await world.call("POST", "/items", { headers: key, body: { name: "Coat" }, key: other });

    expect(second.status).toBe(201);
    expect(second.body.name).toBe("Coat");
  });

  test("of a failed request can be reused", async () => {
    const refused = await world.call("POST", "/items", { headers: key, body: {} });
    const batch = await world.call("POST", "/items/batch", {
      headers: key,
      body: { operations: [{ op: "create", object: {} }] },
    });
    const corrected = await world.call("POST", "/items", { headers: key, body: parka });

    expect([refused.status, batch.status, corrected.status]).toEqual([400, 400, 201]);
  });

  test("of a request that is still running returns 409", async () => {
    await world.call("POST", "/items", { headers: key, body: { name: "Parka" } });
    await service.database.db.query(
      sql`update idempotency_keys set status = null, body = null where org_id = ${world.org.id}`,
    );

    const { status, body, headers } = await world.call("POST", "/items", { headers: key, body: { name: "Parka" } });

    expect([status, headers.get("retry-after")]).toEqual([409, "1"]);
    expect(body.detail).toContain("still in progress");
  });

  test("whose node died without a response can be reused after a while", async () => {
    await world.call("POST", "/items", { headers: key, body: { name: "Parka" } });
    await service.database.db.query(sql`
      update idempotency_keys set status = null, body = null, claimed_on = now() - interval '6 minutes'
      where org_id = ${world.org.id}`);

    const { status } = await world.call("POST", "/items", { headers: key, body: { name: "Parka" } });

    expect(status).toBe(201);
  });

  test("expires after 24 hours", async () => {
    await world.call("POST", "/items", { headers: key, body: { name: "Parka" } });
    await service.database.db.query(sql`
      update idempotency_keys set claimed_on = now() - interval '25 hours' where org_id = ${world.org.id}`);

    const { status, body } = await world.call("POST", "/items", { headers: key, body: { name: "Coat" } });

    expect(status).toBe(201);
    expect(body.name).toBe("Coat");
  });

  test("that is invalid is rejected", async () => {
    const { status } = await world.call("POST", "/items", {
      headers: { "idempotency-key": "x".repeat(256) },
      body: parka,
    });

    expect(status).toBe(400);
  });

  test("is not consumed by a dry run", async () => {
    await world.call("POST", "/items?dryRun=true", { headers: key, body: { name: "Coat" } });

    const { status } = await world.call("POST", "/items", { headers: key, body: parka });

    expect(status).toBe(201);
  });
});
