import { type Operation, operations } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem } from "./platform/http/testing/expect-problem.ts";
import { shareTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

/** Ids that the service never makes, in the form of a URL. */
const odd = ["unknown", "a%20b", "%00", "%F0%9F%91%95", "item:shoe", "x".repeat(600)];
const wellFormed = "AAAAAAAAAAAAAAAA";

// Everything that an id, or a name in its place, addresses. The others create what they name, or open a sign-on.
const addressed = operations.filter(
  ({ path, id, createsAtPath }) =>
    path.includes("{") && createsAtPath !== true && id !== "trigger-webhook" && id !== "start-sso",
);

/** Valid bodies of operations that read them before they look for the id. */
const bodies: Readonly<Record<string, object>> = {
  "add-assortment-items": { itemIds: [wellFormed] },
  "remove-assortment-items": { itemIds: [wellFormed] },
  "describe-entity-type": { properties: [{ slug: "weight", propertyType: "number" }] },
};

/** The parameters that operations require. */
const queries: Readonly<Record<string, string>> = {
  "download-file": "?token=none",
  "get-file-thumbnail": "?size=96",
};

function call({ id: operationId, method, path }: Operation, id: string) {
  const query = queries[operationId] ?? "";
  const body = bodies[operationId] ?? (["PUT", "PATCH", "POST"].includes(method) ? {} : undefined);
  return service.call(method, `${path.replaceAll(/\{\w+\}/g, id)}${query}`, body === undefined ? {} : { body });
}

test("covers every kind", () => {
  expect(addressed.length).toBeGreaterThan(90);
});

describe("an id that does not exist", () => {
  test.each(addressed)("is a 404 of $method $path, whatever its form", async (operation) => {
    for (const id of odd) {
      const answer = await call(operation, id);

      const { detail } = expectProblem(answer, "not-found");
      expect(detail, id).not.toContain("16");
    }
  });

  test.each(addressed.filter(({ body, method }) => body === undefined && method !== "POST"))(
    "is a 404 of $method $path in the form of an id",
    async (operation) => {
      expectProblem(await call(operation, wellFormed), "not-found");
    },
  );

  test("gets the same answer of an inbound webhook as a wrong secret", async () => {
    const answer = await service.call("POST", "/trigger-webhooks/unknown", { body: {} });

    expectProblem(answer, "webhook-refused");
  });
});

describe("a name that the caller chooses", () => {
  test.each([
    ["a consumer", "/change-consumers/a%20b", { cursor: "now" }],
    ["an external ID", `/items/federated/${"x".repeat(513)}`, { name: "Shirt" }],
  ])("of %s is rejected in another form", async (_, path, body) => {
    expectProblem(await service.call("PUT", path, { body }), "invalid-request");
  });
});
