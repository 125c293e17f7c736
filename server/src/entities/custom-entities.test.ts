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

describe("the federatedId of a custom entity", () => {
  const supplier = { name: "Acme", typePath: "custom-entity:supplier" };
  const mill = { name: "Acme Mill", typePath: "custom-entity:mill" };

  test("begins with the type path, whether it is sent with it or not", async () => {
    const answers = [
      await world.call("POST", "/custom-entities", { body: { ...supplier, federatedId: "S1" } }),
      await world.call("PUT", "/custom-entities/federated/S2", { body: supplier }),
      await world.call("PUT", "/custom-entities/federated/custom-entity:supplier:S3", { body: supplier }),
    ];

    expect(answers.map(({ status, body }) => [status, body.federatedId])).toEqual([
      [201, "custom-entity:supplier:S1"],
      [201, "custom-entity:supplier:S2"],
      [201, "custom-entity:supplier:S3"],
    ]);
  });

  test("finds the entity in its short and in its full form", async () => {
    const { body: created } = await world.call("PUT", "/custom-entities/federated/F1", { body: supplier });
    const paths = ["F1", "custom-entity:supplier:F1"].map((key) => `/custom-entities/federated/${key}`);

    for (const path of paths) {
      const read = await world.call("GET", path);
      const written = await world.call("PUT", path, { body: created });

      expect([read.status, read.body.id]).toEqual([200, created.id]);
      expect([written.status, written.body.id, written.body.federatedId]).toEqual([
        200,
        created.id,
        "custom-entity:supplier:F1",
      ]);
    }
  });

  test("is ambiguous in its short form if several types have it, unless the type is sent", async () => {
    await world.call("PUT", "/custom-entities/federated/D1", { body: supplier });
    const { body: second } = await world.call("PUT", "/custom-entities/federated/D1", { body: mill });

    const read = await world.call("GET", "/custom-entities/federated/D1");
    const untyped = await world.call("PUT", "/custom-entities/federated/D1", { body: { name: "x" } });
    const typed = await world.call("PUT", "/custom-entities/federated/D1", { body: { ...mill, name: "Mill" } });

    for (const { status, body } of [read, untyped]) {
      expect(status).toBe(409);
      expect(body.detail).toContain("custom-entity:mill:D1, custom-entity:supplier:D1");
    }
    expect([typed.status, typed.body.id]).toEqual([200, second.id]);
  });

  test("is rejected if it is too long with the type path", async () => {
    const { status, body } = await world.call("POST", "/custom-entities", {
      body: { ...supplier, federatedId: "x".repeat(500) },
    });

    expect(status).toBe(400);
    expect(body.errors[0].pointer).toBe("#/federatedId");
  });
});
