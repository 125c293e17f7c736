import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service, {
    item: {
      properties: [
        { slug: "colorId", propertyType: "object_reference", referenceType: "color" },
        { slug: "liningId", propertyType: "object_reference", referenceType: "color" },
        { slug: "trims", propertyType: "object_ref_list", referenceType: "custom-entity:trim" },
        { slug: "colored", propertyType: "formula", expression: "{colorId} ? 'yes' : 'no'", resultKind: "string" },
      ],
    },
  });
});

async function buildAssortment() {
  const project = await world.create("projects", { name: "Spring" });
  const assortment = await world.create("assortments", { name: "Core", workspaceId: project.rootWorkspaceId });
  const family = await world.create("items", { name: "Parka" });
  const option = await world.create("items", { name: "Red parka", itemFamilyId: family.id });
  const projectItem = await world.create("project-items", { projectId: project.id, itemId: family.id });
  const member = await world.create("assortment-items", { assortmentId: assortment.id, itemId: family.id });
  return { project, assortment, family, option, projectItem, member };
}

describe("an entity that others reference", () => {
  test("is rejected with counts of everything that a cascade would affect, each once", async () => {
    const { family, project } = await buildAssortment();

    const item = await world.call("DELETE", `/items/${family.id}`);
    const whole = await world.call("DELETE", `/projects/${project.id}`);

    expect(item.status).toBe(409);
    expect(item.body.referencedBy).toEqual({ item: 1, "project-item": 1, "assortment-item": 1 });
    expect(whole.body.referencedBy).toEqual({ assortment: 1, "project-item": 1, "assortment-item": 1 });
  });

  test("is deleted by a cascade, with everything that belongs to it and one record for each", async () => {
    const { family, option, member, projectItem, assortment } = await buildAssortment();
    const recordsBefore = (await world.changes()).length;

    const { status } = await world.call("DELETE", `/items/${family.id}?cascade=true`);

    expect(status).toBe(204);
    const records = (await world.changes()).slice(recordsBefore);
    expect(records.map(({ action, entity_id }) => [action, entity_id]).sort()).toEqual(
      [family.id, option.id, member.id, projectItem.id].map((id) => ["delete", id]).sort(),
    );
    expect(records.at(-1)?.entity_id).toBe(family.id);
    expect(new Set(records.map(({ change_set_id }) => change_set_id)).size).toBe(1);
    expect((await world.call("GET", `/assortments/${assortment.id}`)).status).toBe(200);
    expect((await world.call("GET", `/items/${option.id}`)).status).toBe(404);
  });

  test("a project is deleted with its root workspace, and with everything else only by a cascade", async () => {
    const empty = await world.create("projects", { name: "Empty" });
    const { project } = await buildAssortment();

    const first = await world.call("DELETE", `/projects/${empty.id}`);
    const second = await world.call("DELETE", `/projects/${project.id}?cascade=true`);

    expect([first.status, second.status]).toEqual([204, 204]);
    expect((await world.call("GET", `/workspaces/${empty.rootWorkspaceId}`)).status).toBe(404);
    expect((await world.call("GET", "/workspaces")).body.results).toEqual([]);
    expect((await world.call("GET", "/assortment-items")).body.results).toEqual([]);
    expect((await world.call("GET", "/items")).body.results).toHaveLength(2);
  });

  test("a project's root workspace cannot be deleted on its own", async () => {
    const project = await world.create("projects", { name: "Spring" });

    const { status } = await world.call("DELETE", `/workspaces/${project.rootWorkspaceId}?cascade=true`);

    expect(status).toBe(409);
  });

  test("a deleted project item is cleared from its assortment member", async () => {
    const { projectItem, member } = await buildAssortment();

    const refused = await world.call("DELETE", `/project-items/${projectItem.id}`);
    const deleted = await world.call("DELETE", `/project-items/${projectItem.id}?cascade=true`);

    expect(refused.body.referencedBy).toEqual({ "assortment-item": 1 });
    expect(deleted.status).toBe(204);
    const { body } = await world.call("GET", `/assortment-items/${member.id}`);
    expect(body).toMatchObject({ version: 2 });
    expect(body).not.toHaveProperty("projectItemId");
  });
});

describe("references defined by the organization", () => {
  test("are counted once per entity, and cleared by a cascade", async () => {
    const red = await world.create("colors", { name: "Red" });
    const blue = await world.create("colors", { name: "Blue" });
    const both = await world.create("items", { name: "A", colorId: red.id, liningId: red.id });
    const mixed = await world.create("items", { name: "B", colorId: blue.id, liningId: red.id });

    const refused = await world.call("DELETE", `/colors/${red.id}`);
    const deleted = await world.call("DELETE", `/colors/${red.id}?cascade=true`);

    expect(refused.body.referencedBy).toEqual({ item: 2 });
    expect(deleted.status).toBe(204);
    const first = (await world.call("GET", `/items/${both.id}`)).body;
    expect(first).toMatchObject({ version: 2, colored: "no" });
    expect(first).not.toHaveProperty("colorId");
    expect((await world.call("GET", `/items/${mixed.id}`)).body).toMatchObject({ colorId: blue.id, colored: "yes" });
  });

  test("are removed from a list, and the rest of the list is kept", async () => {
    const [zip, cord] = [
      await world.create("custom-entities", { name: "Zip", typePath: "custom-entity:trim" }),
      await world.create("custom-entities", { name: "Cord", typePath: "custom-entity:trim" }),
    ];
    const { id } = await world.create("items", { name: "A", trims: [zip.id, cord.id] });

    await world.call("DELETE", `/custom-entities/${zip.id}?cascade=true`);
    const afterOne = (await world.call("GET", `/items/${id}`)).body;
    await world.call("DELETE", `/custom-entities/${cord.id}?cascade=true`);
    const afterBoth = (await world.call("GET", `/items/${id}`)).body;

    expect(afterOne.trims).toEqual([cord.id]);
    expect(afterBoth).not.toHaveProperty("trims");
  });
});

test("a folder tree deeper than a write can traverse is rejected without damage", async () => {
  const project = await world.create("projects", { name: "Deep" });
  const idOf = (depth: number) => `folder${String(depth).padStart(10, "0")}`;
  const folders = Array.from({ length: 80 }, (_, depth) => ({
    id: idOf(depth),
    properties: { projectId: project.id, parentWorkspaceId: depth === 0 ? project.rootWorkspaceId : idOf(depth - 1) },
  }));
  await service.database.db.query(sql`
    insert into entities (org_id, entity_type, id, type_path, project_id, properties)
    select ${world.org.id}, 'workspace', id, 'workspace', ${project.id}, properties
    from jsonb_to_recordset(${JSON.stringify(folders)}::jsonb) as folder (id text, properties jsonb)`);

  const { status } = await world.call("DELETE", `/workspaces/${idOf(0)}?cascade=true`);
  const fromBelow = await world.call("DELETE", `/workspaces/${idOf(40)}?cascade=true`);

  expect([status, fromBelow.status]).toEqual([409, 204]);
});
