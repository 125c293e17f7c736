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

describe("a project", () => {
  test("is created with its root workspace, which has the same identifier", async () => {
    const project = await world.create("projects", { name: "Spring", identifier: "SS27" });

    const { body: workspace } = await world.call("GET", `/workspaces/${project.rootWorkspaceId}`);

    expect(workspace).toMatchObject({ identifier: "SS27", projectId: project.id, name: "Spring" });
    expect((await world.changes()).map(({ entity_type, action }) => [entity_type, action])).toEqual([
      ["project", "create"],
      ["workspace", "create"],
    ]);
  });

  test.each([
    ["Spring / Summer 27", "spring-summer-27"],
    ["Größe Ünïque", "große-unique"],
    ["  --x--  ", "x"],
    ["春夏", "春夏"],
  ])("named %j gets the identifier %j", async (name, identifier) => {
    const project = await world.create("projects", { name });

    expect(project.identifier).toBe(identifier);
  });

  test("with a name without letters, or with a very long one, still gets an identifier", async () => {
    const signs = await world.create("projects", { name: "!!!" });
    const long = await world.create("projects", { name: `a${"𠀀".repeat(120)}` });

    expect(signs.identifier).toBe(signs.id);
    expect(Array.from(long.identifier)).toHaveLength(100);
  });

  test("with an identifier that a project or a workspace has is rejected, and leaves nothing behind", async () => {
    const project = await world.create("projects", { name: "Spring" });
    await world.create("workspaces", { identifier: "folder", parentWorkspaceId: project.rootWorkspaceId });

    const same = await world.call("POST", "/projects", { body: { name: "Spring" } });
    const folder = await world.call("POST", "/projects", { body: { name: "Folder" } });

    expect(same.status).toBe(409);
    expect(same.body).toMatchObject({ property: "identifier", existingId: project.id });
    expect(folder.status).toBe(409);
    expect((await world.call("GET", "/projects")).body.results).toHaveLength(1);
  });

  test("keeps its root workspace, whatever is sent", async () => {
    const project = await world.create("projects", { name: "Spring" });
    const other = await world.create("projects", { name: "Autumn" });

    const { body } = await world.call("PUT", `/projects/${project.id}`, {
      body: { rootWorkspaceId: other.rootWorkspaceId, name: "Spring 27" },
    });

    expect(body).toMatchObject({ rootWorkspaceId: project.rootWorkspaceId, name: "Spring 27" });
  });

  test("passes a new identifier on to its root workspace", async () => {
    const project = await world.create("projects", { name: "Fall 26" });

    const renamed = await world.call("PUT", `/projects/${project.id}`, { body: { identifier: "fw26" } });
    const { body: workspace } = await world.call("GET", `/workspaces/${project["rootWorkspaceId"]}`);
    await world.call("PUT", `/projects/${project.id}`, { body: { name: "Winter 26" } });
    const { body: later } = await world.call("GET", `/workspaces/${project["rootWorkspaceId"]}`);

    expect(renamed.status).toBe(200);
    expect(workspace).toMatchObject({ identifier: "fw26", version: 2 });
    expect(later.version).toBe(2);
  });

  test("can be created with permission to create projects only", async () => {
    const key = await world.keyWith({ rights: [{ verbs: ["read", "create"], typePath: "project:*" }] });

    const { status, body } = await world.call("POST", "/projects", { body: { name: "Spring" }, key });

    expect(status).toBe(201);
    expect((await world.call("GET", `/workspaces/${body.rootWorkspaceId}`)).status).toBe(200);
  });
});

describe("a workspace", () => {
  test("requires a project, or a parent that has one", async () => {
    const { status, body } = await world.call("POST", "/workspaces", { body: { identifier: "lost" } });

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "#/projectId", code: "required" }]);
  });

  test("that is a folder has its parent's project, and no other", async () => {
    const project = await world.create("projects", { name: "Spring" });
    const other = await world.create("projects", { name: "Autumn" });
    const parentWorkspaceId = project.rootWorkspaceId;

    const folder = await world.create("workspaces", { identifier: "tops", parentWorkspaceId });
    const refused = await world.call("POST", "/workspaces", {
      body: { identifier: "odd", parentWorkspaceId, projectId: other.id },
    });

    expect(folder.projectId).toBe(project.id);
    expect(refused.body.errors).toMatchObject([{ pointer: "#/projectId" }]);
  });

  test("cannot be in itself", async () => {
    const project = await world.create("projects", { name: "Spring" });
    const outer = await world.create("workspaces", { identifier: "o", parentWorkspaceId: project.rootWorkspaceId });
    const inner = await world.create("workspaces", { identifier: "i", parentWorkspaceId: outer.id });

    const answers = await Promise.all(
      [outer.id, inner.id].map((parentWorkspaceId) =>
        world.call("PUT", `/workspaces/${outer.id}`, { body: { parentWorkspaceId } }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });

  test("changes its project only while it is empty, and never as the root", async () => {
    const [spring, autumn] = [
      await world.create("projects", { name: "Spring" }),
      await world.create("projects", { name: "Autumn" }),
    ];
    const parent = { parentWorkspaceId: spring.rootWorkspaceId };
    const empty = await world.create("workspaces", { identifier: "empty", ...parent });
    const full = await world.create("workspaces", { identifier: "full", ...parent });
    await world.create("assortments", { name: "Core", workspaceId: full.id });

    const move = (id: string) =>
      world.call("PUT", `/workspaces/${id}`, { body: { parentWorkspaceId: autumn.rootWorkspaceId } });
    const [moved, stuck, root] = [await move(empty.id), await move(full.id), await move(spring.rootWorkspaceId)];

    expect([moved.status, stuck.status, root.status]).toEqual([200, 400, 400]);
    expect(moved.body.projectId).toBe(autumn.id);
    expect(stuck.body.errors).toMatchObject([{ pointer: "#/parentWorkspaceId" }]);
  });
});
