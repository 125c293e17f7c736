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

async function buildSeason(name: string) {
  const project = await world.create("projects", { name });
  const assortment = await world.create("assortments", { name: `${name} core`, workspaceId: project.rootWorkspaceId });
  return { project, assortment };
}

describe("an assortment", () => {
  test("takes its project from its workspace", async () => {
    const { project, assortment } = await buildSeason("Spring");

    expect(assortment).toMatchObject({ projectId: project.id, identifier: "spring-core" });
  });

  test("requires a workspace, and no project other than its own", async () => {
    const { project } = await buildSeason("Spring");
    const other = await buildSeason("Autumn");

    const homeless = await world.call("POST", "/assortments", { body: { name: "x" } });
    const torn = await world.call("POST", "/assortments", {
      body: { name: "x", workspaceId: project.rootWorkspaceId, projectId: other.project.id },
    });

    expect(homeless.body.errors).toMatchObject([{ pointer: "#/workspaceId", code: "required" }]);
    expect(torn.body.errors).toMatchObject([{ pointer: "#/projectId" }]);
  });

  test("can be composed from others, but not from itself", async () => {
    const { assortment } = await buildSeason("Spring");
    const other = await buildSeason("Autumn");

    const composed = await world.call("PUT", `/assortments/${assortment.id}`, {
      body: { composedFromAssortmentIds: [other.assortment.id] },
    });
    const refused = await world.call("PUT", `/assortments/${assortment.id}`, {
      body: { composedFromAssortmentIds: [assortment.id] },
    });

    expect(composed.status).toBe(200);
    expect(refused.body.errors).toMatchObject([{ pointer: "#/composedFromAssortmentIds" }]);
  });

  test("moves to a workspace of another project only while it is empty", async () => {
    const { assortment } = await buildSeason("Spring");
    const other = await buildSeason("Autumn");
    const item = await world.create("items", { name: "Parka" });
    const move = { body: { workspaceId: other.project.rootWorkspaceId } };

    const moved = await world.call("PUT", `/assortments/${assortment.id}`, move);
    await world.create("assortment-items", { assortmentId: assortment.id, itemId: item.id });
    const back = await world.call("PUT", `/assortments/${assortment.id}`, {
      body: { workspaceId: (await buildSeason("Third")).project.rootWorkspaceId },
    });

    expect(moved.body.projectId).toBe(other.project.id);
    expect(back.body.errors).toMatchObject([{ pointer: "#/workspaceId" }]);
  });
});

describe("a project item", () => {
  test("is unique per project and item", async () => {
    const { project } = await buildSeason("Spring");
    const other = await buildSeason("Autumn");
    const item = await world.create("items", { name: "Parka" });
    const body = { projectId: project.id, itemId: item.id };

    const first = await world.create("project-items", body);
    const second = await world.call("POST", "/project-items", { body });
    const elsewhere = await world.call("POST", "/project-items", { body: { ...body, projectId: other.project.id } });

    expect(second.status).toBe(409);
    expect(second.body.existingId).toBe(first.id);
    expect(elsewhere.status).toBe(201);
  });

  test("requires an existing project and item", async () => {
    const missing = await world.call("POST", "/project-items", { body: {} });
    const unknown = await world.call("POST", "/project-items", {
      body: { projectId: "AAAAAAAAAAAAAAAA", itemId: "BBBBBBBBBBBBBBBB" },
    });

    const pointers = ["#/projectId", "#/itemId"];
    expect(missing.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
    expect(unknown.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });
});

describe("a member of an assortment", () => {
  test("is unique per item, and finds its project item", async () => {
    const { project, assortment } = await buildSeason("Spring");
    const item = await world.create("items", { name: "Parka" });
    const projectItem = await world.create("project-items", { projectId: project.id, itemId: item.id });
    const body = { assortmentId: assortment.id, itemId: item.id };

    const member = await world.create("assortment-items", body);
    const again = await world.call("POST", "/assortment-items", { body });

    expect(member.projectItemId).toBe(projectItem.id);
    expect(again.status).toBe(409);
    expect(again.body.existingId).toBe(member.id);
    expect((await world.changes()).at(-1)?.project_id).toBe(project.id);
  });

  test("does not require a project item", async () => {
    const { assortment } = await buildSeason("Spring");
    const item = await world.create("items", { name: "Parka" });

    const member = await world.create("assortment-items", { assortmentId: assortment.id, itemId: item.id });

    expect(member).not.toHaveProperty("projectItemId");
  });

  test("rejects a project item of another item or project", async () => {
    const { assortment } = await buildSeason("Spring");
    const other = await buildSeason("Autumn");
    const item = await world.create("items", { name: "Parka" });
    const elsewhere = await world.create("project-items", { projectId: other.project.id, itemId: item.id });

    const { body } = await world.call("POST", "/assortment-items", {
      body: { assortmentId: assortment.id, itemId: item.id, projectItemId: elsewhere.id },
    });

    expect(body.errors).toMatchObject([{ pointer: "#/projectItemId" }]);
  });

  test("that changes its assortment finds the project item of the other project", async () => {
    const [spring, autumn] = [await buildSeason("Spring"), await buildSeason("Autumn")];
    const item = await world.create("items", { name: "Parka" });
    await world.create("project-items", { projectId: spring.project.id, itemId: item.id });
    const inAutumn = await world.create("project-items", { projectId: autumn.project.id, itemId: item.id });
    const member = await world.create("assortment-items", { assortmentId: spring.assortment.id, itemId: item.id });

    const { body } = await world.call("PUT", `/assortment-items/${member.id}`, {
      body: { assortmentId: autumn.assortment.id },
    });

    expect(body).toMatchObject({ assortmentId: autumn.assortment.id, projectItemId: inAutumn.id, version: 2 });
  });
});
