import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "./platform/database/sql.ts";
import { startTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ WEFT_STATEMENT_TIMEOUT_SECONDS: "1" });
});

afterAll(() => service.stop());

/** Sends a request while entities are locked. */
async function callWhileLocked(method: string, path: string, body?: unknown) {
  return service.database.db.transaction(async (tx) => {
    await tx.query(sql`lock table entities in access exclusive mode`);
    return service.call(method, path, body === undefined ? {} : { body });
  });
}

test.each(["/items", "/items/aggregate?groupBy=color"])(
  "%s that takes too long is rejected with a fix",
  async (path) => {
    const { status, body } = await callWhileLocked("GET", path);

    expect(status).toBe(400);
    expect(body.detail).toContain("The query timed out. Add a more selective filter");
  },
);

test("a write that takes too long can be retried", async () => {
  const { status, body, headers } = await callWhileLocked("POST", "/items", { typePath: "item", name: "Late" });

  expect(status).toBe(503);
  expect(body.code).toBe("unavailable");
  expect(headers.get("retry-after")).toBe("5");
});

test("the next request on the same connections succeeds", async () => {
  const { status } = await service.call("GET", "/items");

  expect(status).toBe(200);
});

test("a change of types may take longer", async () => {
  const slow = service.database.db.transaction(async (tx) => {
    await tx.query(sql`lock table entity_types in access exclusive mode`);
    await tx.query(sql`select pg_sleep(2)`);
  });
  const created = service.call("POST", "/entity-types", { body: { typePath: "item:slow", label: "Slow" } });

  await slow;
  const { status, body } = await created;

  expect(status, JSON.stringify(body)).toBe(201);
});
