import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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

describe("a custom entity", () => {
  test("has a subtype", async () => {
    const supplier = await world.create("custom-entities", { name: "Acme", typePath: "custom-entity:supplier" });

    expect(supplier).toMatchObject({ entityType: "custom-entity", typePath: "custom-entity:supplier" });
  });

  test("without a subtype is rejected, on create and on update", async () => {
    const { id } = await world.create("custom-entities", { name: "Acme", typePath: "custom-entity:supplier" });

    const answers = await Promise.all([
      world.call("POST", "/custom-entities", { body: { name: "x" } }),
      world.call("POST", "/custom-entities", { body: { name: "x", typePath: "custom-entity" } }),
      world.call("PUT", `/custom-entities/${id}`, { body: { typePath: "custom-entity" } }),
    ]);

    for (const { status, body } of answers) {
      expect({ status, pointer: body.errors[0].pointer }).toEqual({ status: 400, pointer: "#/typePath" });
    }
  });

  test("keeps its subtype when none is sent", async () => {
    await world.call("PUT", "/custom-entities/federated/A", {
      body: { name: "A", typePath: "custom-entity:supplier" },
    });

    const { status, body } = await world.call("PUT", "/custom-entities/federated/A", { body: { name: "B" } });

    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "B", typePath: "custom-entity:supplier" });
  });
});
