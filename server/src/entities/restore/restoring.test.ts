import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "../testing/entity-world.ts";

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
        { slug: "price", label: "Price", propertyType: "number", level: "family" },
        { slug: "code", label: "Code", propertyType: "string", unique: true },
        { slug: "number", label: "Number", propertyType: "sequence", level: "family" },
        { slug: "twice", label: "Twice", propertyType: "formula", resultKind: "number", expression: "{price} * 2" },
      ],
    },
  });
});

const restore = (path: string, body?: object, rest: object = {}) =>
  world.call("POST", `/${path}/restore`, { ...(body === undefined ? {} : { body }), ...rest });

/** Without what every write changes. */
function content({ version: _, createdOn: __, updatedOn: ___, updatedById: ____, ...rest }: Record<string, unknown>) {
  return rest;
}

describe("a deleted entity", () => {
  test("comes back with its id, its values and its numbers, under a later version", async () => {
    const item = await world.create("items", { name: "Parka", federatedId: "P-1", price: 7, code: "A" });
    await world.create("items", { name: "Next number" });
    await world.call("DELETE", `/items/${item.id}`);

    const restored = await restore(`items/${item.id}`);
    const read = await world.call("GET", `/items/${item.id}`);

    expect(restored.status).toBe(200);
    expect(content(restored.body)).toEqual(content(item));
    expect(restored.body.version).toBe(3);
    expect(restored.headers.get("etag")).toBe('"3"');
    expect(read.body).toEqual(restored.body);
    expect((await world.changes()).at(-1)).toMatchObject({ action: "create", entity_version: 3 });
  });

  test("comes back in an earlier state with asOf", async () => {
    const item = await world.create("items", { name: "Parka", price: 7 });
    const [{ id: asOf }] = (await world.call("GET", "/change-history?limit=1")).body.results;
    await world.call("PUT", `/items/${item.id}`, { body: { price: 8 } });
    await world.call("DELETE", `/items/${item.id}`);

    const restored = await restore(`items/${item.id}`, { asOf });

    expect(restored).toMatchObject({ status: 200, body: { price: 7, version: 4 } });
  });

  test("is not restored in a dry run", async () => {
    const item = await world.create("items", { name: "Parka" });
    await world.call("DELETE", `/items/${item.id}`);

    const planned = await world.call("POST", `/items/${item.id}/restore?dryRun=true`);

    expect(planned).toMatchObject({ status: 200, body: { id: item.id, name: "Parka" } });
    expect((await world.call("GET", `/items/${item.id}`)).status).toBe(404);
  });

  test("brings back with cascade what belongs to it, and nothing else of the change set", async () => {
    const style = await world.create("items", { name: "Trench", price: 7 });
    const options: { id: string }[] = [];
    for (const optionName of ["Red", "Blue"]) {
      options.push(await world.create("items", { name: "Trench", itemFamilyId: style.id, optionName }));
    }
    const other = await world.create("items", { name: "Other" });
    const project = await world.create("projects", { name: "Fall" });
    const member = await world.create("project-items", { projectId: project.id, itemId: options[0]?.id });
    const operations = [style.id, other.id].map((id) => ({ op: "delete", id }));
    await world.call("POST", "/items/batch?cascade=true", { body: { operations } });

    const restored = await world.call("POST", `/items/${style.id}/restore?cascade=true`);

    expect(restored.status).toBe(200);
    for (const id of [style.id, ...options.map((option) => option.id)]) {
      expect((await world.call("GET", `/items/${id}`)).body).toMatchObject({ id, price: 7 });
    }
    expect((await world.call("GET", `/project-items/${member.id}`)).status).toBe(200);
    expect((await world.call("GET", `/items/${other.id}`)).status).toBe(404);
    const sets = (await world.changes()).filter(({ action }) => action === "create").slice(-4);
    expect(new Set(sets.map(({ change_set_id }) => change_set_id)).size).toBe(1);
  });

  test("of a project brings its root workspace back", async () => {
    const project = await world.create("projects", { name: "Fall" });
    await world.call("PUT", `/workspaces/${project.rootWorkspaceId}`, { body: { note: "kept" } });
    await world.call("DELETE", `/projects/${project.id}`);

    const restored = await restore(`projects/${project.id}`);
    const workspace = await world.call("GET", `/workspaces/${project.rootWorkspaceId}`);

    expect(restored.body).toMatchObject({ id: project.id, rootWorkspaceId: project.rootWorkspaceId });
    expect(workspace.body).toMatchObject({ projectId: project.id, note: "kept" });
  });

  test("that no longer fits gets 409 with the errors", async () => {
    const style = await world.create("items", { name: "Trench" });
    const option = await world.create("items", { name: "Trench", itemFamilyId: style.id, optionName: "Red" });
    const parka = await world.create("items", { name: "Parka", code: "A" });
    for (const id of [option.id, style.id, parka.id]) {
      await world.call("DELETE", `/items/${id}`);
    }
    const holder = await world.create("items", { name: "Holder", code: "A" });

    const orphan = await restore(`items/${option.id}`);
    const taken = await restore(`items/${parka.id}`);

    expect(orphan).toMatchObject({
      status: 409,
      body: { code: "conflict", errors: [{ pointer: "#/itemFamilyId", code: "unknown-reference" }] },
    });
    expect(taken).toMatchObject({ status: 409, body: { property: "code", existingId: holder.id } });
  });

  test("that is an option takes the present values of its family", async () => {
    const style = await world.create("items", { name: "Trench", price: 7 });
    const option = await world.create("items", { name: "Trench", itemFamilyId: style.id, optionName: "Red" });
    await world.call("DELETE", `/items/${option.id}`);
    await world.call("PUT", `/items/${style.id}`, { body: { price: 8 } });

    expect(await restore(`items/${option.id}`)).toMatchObject({ status: 200, body: { price: 8, optionName: "Red" } });
  });

  test("is restored once by two requests at the same time", async () => {
    const item = await world.create("items", { name: "Parka" });
    await world.call("DELETE", `/items/${item.id}`);

    const answers = await Promise.all([restore(`items/${item.id}`), restore(`items/${item.id}`)]);

    const statuses = answers.map(({ status }) => status).sort();
    // The second one may also find that the entity exists, and then asks for asOf.
    expect([
      [200, 400],
      [200, 409],
    ]).toContainEqual(statuses);
    expect((await world.changes()).filter(({ action }) => action === "create")).toHaveLength(2);
  });

  test("that never existed, was purged, or is of another organization is not found", async () => {
    const other = await buildEntityWorld(service);
    const theirs = await other.create("items", { name: "Theirs" });
    await other.call("DELETE", `/items/${theirs.id}`);
    const purged = await world.create("items", { name: "Purged" });
    await world.call("DELETE", `/items/${purged.id}`);
    await service.database.db.query(sql`
      update changes set diffs = '{}' where org_id = ${world.org.id} and entity_id = ${purged.id} and action = 'delete'`);

    for (const id of [theirs.id, purged.id, "unknown"]) {
      expect([id, (await restore(`items/${id}`)).status]).toEqual([id, 404]);
    }
  });
});

describe("an existing entity", () => {
  test("is set back to an earlier state, as a whole or in some properties", async () => {
    const item = await world.create("items", { name: "Parka", price: 7, code: "A" });
    const [{ id: asOf }] = (await world.call("GET", "/change-history?limit=1")).body.results;
    await world.call("PUT", `/items/${item.id}`, { body: { name: "Coat", price: 8, code: null, season: "FW" } });

    const price = await restore(`items/${item.id}`, { asOf, properties: ["price"] });
    const all = await restore(`items/${item.id}`, { asOf });

    expect(price.body).toMatchObject({ name: "Coat", price: 7, twice: 14, season: "FW" });
    expect(content(all.body)).toEqual(content(item));
  });

  test("keeps what an option takes from its family", async () => {
    const style = await world.create("items", { name: "Trench", price: 7 });
    const option = await world.create("items", { name: "Trench", itemFamilyId: style.id, optionName: "Red" });
    const [{ id: asOf }] = (await world.call("GET", "/change-history?limit=1")).body.results;
    await world.call("PUT", `/items/${style.id}`, { body: { price: 8 } });
    await world.call("PUT", `/items/${option.id}`, { body: { optionName: "Blue" } });

    const restored = await restore(`items/${option.id}`, { asOf });

    expect(restored).toMatchObject({ status: 200, body: { optionName: "Red", price: 8 } });
  });

  test("is rejected with the wrong version, without asOf, and for unknown properties", async () => {
    const item = await world.create("items", { name: "Parka" });
    const [{ id: asOf }] = (await world.call("GET", "/change-history?limit=1")).body.results;
    await world.call("PUT", `/items/${item.id}`, { body: { name: "Coat" } });
    const path = `items/${item.id}`;

    const answers = [
      await restore(path, { asOf }, { headers: { "if-match": '"1"' } }),
      await restore(path),
      await restore(path, { asOf, properties: ["prise"] }),
      await restore(path, { asOf: "yesterday" }),
      await restore(path, { asOf: "2020-01-01T00:00:00Z" }),
      await restore(`${path}`, { when: asOf }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([412, 400, 400, 400, 400, 400]);
  });
});

describe("a caller with limited rights", () => {
  test("restores only what it may write", async () => {
    const item = await world.create("items", { name: "Parka", price: 7 });
    const [{ id: asOf }] = (await world.call("GET", "/change-history?limit=1")).body.results;
    await world.call("PUT", `/items/${item.id}`, { body: { price: 8 } });
    const reader = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "item" }] });
    const partial = await world.keyWith({
      rights: [{ verbs: ["read", "create", "update"], typePath: "item", fields: ["season"] }],
    });
    const stranger = await world.keyWith({ rights: [{ verbs: ["read", "update"], typePath: "color" }] });
    const path = `items/${item.id}`;

    const existing = [
      await restore(path, { asOf }, { key: reader }),
      await restore(path, { asOf, properties: ["price"] }, { key: partial }),
      await restore(path, { asOf }, { key: stranger }),
    ];
    await world.call("DELETE", `/items/${item.id}`);
    const deleted = [
      await restore(path, undefined, { key: reader }),
      await restore(path, undefined, { key: partial }),
      await restore(path, undefined, { key: stranger }),
    ];

    expect(existing.map(({ status }) => status)).toEqual([403, 400, 404]);
    expect(deleted.map(({ status }) => status)).toEqual([403, 403, 404]);
    expect(JSON.stringify(deleted[1]?.body)).not.toContain("price");
  });
});
