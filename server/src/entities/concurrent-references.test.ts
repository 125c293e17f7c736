import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareTestService, startTestService, type TestService } from "../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let otherNode: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
  otherNode = await startTestService({}, service);
});

afterAll(async () => {
  await otherNode.stop();
  await service.stop();
});

beforeEach(async () => {
  world = await buildEntityWorld(service);
});

const rounds = Array.from({ length: 8 }, (_, n) => n);

/** Sends both at once, each to its own node: a single node would write them together. */
function race(one: readonly [string, string, object?], other: readonly [string, string, object?]) {
  const call = ([method, path, body]: readonly [string, string, object?], node: TestService) =>
    world.call(method, path, { node, ...(body === undefined ? {} : { body }) });
  return Promise.all([call(one, service), call(other, otherNode)]);
}

async function buildSeason(name: string) {
  const project = await world.create("projects", { name });
  const assortment = await world.create("assortments", { name, workspaceId: project.rootWorkspaceId });
  return { project, assortment };
}

describe("concurrently", () => {
  test("an item that is deleted and added to an assortment is either not a member or not deleted", async () => {
    const { assortment } = await buildSeason("Spring");
    for (const n of rounds) {
      const item = await world.create("items", { name: `item ${n}` });

      const [deleted, added] = await race(
        ["DELETE", `/items/${item.id}`],
        ["POST", "/assortment-items", { assortmentId: assortment.id, itemId: item.id }],
      );

      expect([`${deleted.status} ${added.status}`]).toEqual([expect.stringMatching(/^(204 400|409 201)$/)]);
    }
  });

  test("an assortment that moves to another project and gets a member does only one of them", async () => {
    const [spring, autumn] = [await buildSeason("Spring"), await buildSeason("Autumn")];
    for (const n of rounds) {
      const item = await world.create("items", { name: `item ${n}` });
      const { id } = await world.create("assortments", {
        name: `moving ${n}`,
        workspaceId: spring.project.rootWorkspaceId,
      });

      const [moved, added] = await race(
        ["PUT", `/assortments/${id}`, { workspaceId: autumn.project.rootWorkspaceId }],
        ["POST", "/assortment-items", { assortmentId: id, itemId: item.id }],
      );

      const ofMember = (await world.changes()).findLast(({ entity_id }) => entity_id === added.body.id);
      const { projectId } = (await world.call("GET", `/assortments/${id}`)).body;
      expect([200, 400]).toContain(moved.status);
      expect(ofMember?.project_id).toBe(projectId);
    }
  });

  test("of two cyclic composite assortments or nested workspaces, one is rejected", async () => {
    const { project } = await buildSeason("Spring");
    for (const n of rounds) {
      const workspaceId = project.rootWorkspaceId;
      const [a, b] = [
        await world.create("assortments", { name: `a ${n}`, workspaceId }),
        await world.create("assortments", { name: `b ${n}`, workspaceId }),
      ];
      const [x, y] = [
        await world.create("workspaces", { name: `x ${n}`, parentWorkspaceId: workspaceId }),
        await world.create("workspaces", { name: `y ${n}`, parentWorkspaceId: workspaceId }),
      ];

      const composed = await race(
        ["PUT", `/assortments/${a.id}`, { composedFromAssortmentIds: [b.id] }],
        ["PUT", `/assortments/${b.id}`, { composedFromAssortmentIds: [a.id] }],
      );
      const put = await race(
        ["PUT", `/workspaces/${x.id}`, { parentWorkspaceId: y.id }],
        ["PUT", `/workspaces/${y.id}`, { parentWorkspaceId: x.id }],
      );

      expect(composed.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(put.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });
});
