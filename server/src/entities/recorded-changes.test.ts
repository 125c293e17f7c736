import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signIn, writingSessionOf } from "../access/testing/sign-in.ts";
import { buildUser } from "../testing/builders.ts";
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

describe("the change record", () => {
  test("of a create and a delete has the whole state, of an update the differences", async () => {
    const { id } = await world.create("items", { name: "A", federatedId: "F", price: 5, note: "x" });
    await world.call("PUT", `/items/${id}`, { body: { name: "B", price: null, size: { a: 1 } } });
    await world.call("DELETE", `/items/${id}`);

    const records = await world.changes();
    expect(records.map(({ action, entity_version }) => [action, entity_version])).toEqual([
      ["create", 1],
      ["update", 2],
      ["delete", 3],
    ]);
    const family = { typePath: "item", roles: ["family"], itemFamilyId: id };
    expect(records[0]?.diffs).toEqual({ ...family, name: "A", federatedId: "F", price: 5, note: "x" });
    expect(records[1]?.diffs).toEqual({ name: ["A", "B"], price: [5, null], size: [null, { a: 1 }] });
    expect(records[2]?.diffs).toEqual({ ...family, name: "B", federatedId: "F", note: "x", size: { a: 1 } });
  });

  test("has its entity, its author and its source", async () => {
    const { id, createdById } = await world.create("items", { name: "A" });
    await world.call("PUT", `/items/${id}`, {
      body: { name: "B" },
      headers: { "user-agent": "weft-cli/1.0", "x-request-id": "r-17" },
    });

    const [first, second] = await world.changes();
    expect(first).toMatchObject({ entity_type: "item", entity_id: id, actor_id: createdById, source: "api" });
    expect(second).toMatchObject({ source: "cli", source_id: "client:r-17", actor_type: "app" });
  });

  test("cannot claim to come from the system or the console", async () => {
    const user = await buildUser(service, world.org, { role: "editor" });
    const session = writingSessionOf(await signIn(service, world.org, user, { grant: "session" }));
    const loadId = "AbCdEfGhIjKlMnOp";
    for (const agent of ["weft-console/1", "loader", "workflow", "weft-mcp/1.0"]) {
      const headers = { "user-agent": agent, "x-request-id": loadId };
      await world.call("POST", "/items", { body: { name: agent }, headers });
    }
    await service.call("POST", "/items", {
      headers: { ...session, "user-agent": "weft-mcp/1.0" },
      body: { name: "S" },
    });

    const records = await world.changes();
    expect(records.map(({ source }) => source)).toEqual(["api", "api", "api", "mcp", "console"]);
    expect(records[0]).toMatchObject({ source_id: `client:${loadId}` });
  });

  test("is not written for a write that changes nothing", async () => {
    const { id } = await world.create("items", { name: "A", federatedId: "F" });

    await world.call("PUT", `/items/${id}`, { body: { name: "A" } });
    await world.call("PUT", `/items/${id}`, { body: {} });
    await world.call("PUT", "/items/federated/F", { body: { name: "A", missing: null } });
    await world.call("POST", "/items/batch", { body: { operations: [{ op: "update", id, object: { name: "A" } }] } });

    expect(await world.changes()).toHaveLength(1);
  });

  test("is written for each change of an entity in a batch, all in one change set", async () => {
    const operations = [
      { op: "create", object: { name: "A", federatedId: "A" } },
      { op: "update", federatedId: "A", object: { name: "B" } },
      { op: "create", object: { name: "C" } },
      { op: "update", federatedId: "A", object: { name: "B" } },
    ];

    await world.call("POST", "/items/batch", { body: { operations } });
    await world.create("items", { name: "D" });

    const records = await world.changes();
    expect(records.map(({ action }) => action)).toEqual(["create", "update", "create", "create"]);
    const [first, second, third, other] = records.map(({ change_set_id }) => change_set_id);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
  });

  test("has the project for rights, and preserves Unicode", async () => {
    const project = await world.create("projects", { name: "Größe 😀" });

    const [ofProject, ofWorkspace] = await world.changes();
    expect(ofProject?.diffs["name"]).toBe("Größe 😀");
    expect([ofProject?.project_id, ofWorkspace?.project_id]).toEqual([null, project.id]);
  });
});

describe("the log", () => {
  test("has no gaps, is in version order, and never goes back in time, with any writers", async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => world.keyWith({})));
    const { id } = await world.create("items", { name: "start" });
    const write = (n: number) => {
      const key = keys[n % keys.length] ?? world.key;
      switch (n % 4) {
        case 0:
          return world.call("PUT", `/items/${id}`, { key, body: { n } });
        case 1:
          return world.call("POST", "/items", { key, body: { name: 7 } });
        case 2:
          return world.call("POST", "/items/batch", {
            key,
            body: { operations: [1, 2].map((i) => ({ op: "create", object: { name: `${n}.${i}` } })) },
          });
        default:
          return world.call("POST", "/items", { key, body: { name: `${n}` } });
      }
    };

    await Promise.all(Array.from({ length: 60 }, (_, n) => write(n)));

    const records = await world.changes();
    expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_, index) => index + 1));
    const times = records.map(({ created_on }) => created_on.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const versions = records.filter(({ entity_id }) => entity_id === id).map(({ entity_version }) => entity_version);
    expect(versions).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    const authors = new Map<string, Set<string>>();
    for (const { change_set_id, actor_id } of records) {
      authors.set(change_set_id, (authors.get(change_set_id) ?? new Set()).add(actor_id));
    }
    expect([...authors.values()].every((actors) => actors.size === 1)).toBe(true);
    expect(authors.size).toBe(1 + 15 + 15 + 15);
  });

  test("the times of an entity never go backwards", async () => {
    const { id, createdOn } = await world.create("items", { name: "start" });

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => world.call("PUT", `/items/${id}`, { body: { n: n + 1 } })),
    );

    const times = answers.map(({ body }) => body).sort((a, b) => a.version - b.version);
    expect(times.map(({ updatedOn }) => updatedOn)).toEqual(times.map(({ updatedOn }) => updatedOn).toSorted());
    expect(new Set(times.map((body) => body.createdOn))).toEqual(new Set([createdOn]));
  });
});
