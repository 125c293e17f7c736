import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildEntityWorld, type EntityWorld } from "../entities/testing/entity-world.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service);
});

const readItems = { verbs: ["read"], typePath: "item:*" };
const readColors = { verbs: ["read"], typePath: "color" };

function createRole(query = "") {
  return world.call("POST", `/roles${query}`, { body: { name: "buyers", rights: [readItems] } });
}

describe("the expected version", () => {
  test.each([
    ["in If-Match", '"7"', undefined],
    ["in If-Match, although the body has the current one", '"7"', 1],
    ["in the body, although If-Match has the current one", '"1"', 7],
    ["in the body", undefined, 7],
  ])("is checked %s", async (_, ifMatch, version) => {
    const { body: role } = await createRole();
    const headers = ifMatch === undefined ? {} : { "if-match": ifMatch };

    const { status } = await world.call("PUT", `/roles/${role.id}`, { headers, body: { name: "sellers", version } });

    expect(status).toBe(412);
  });
});

describe("the history of a kind that has one", () => {
  test("has its creation, updates and deletion, with their values", async () => {
    const { body: role } = await createRole();
    const path = `/roles/${role.id}`;
    await world.call("PUT", path, { body: { rights: [readColors] } });
    await world.call("DELETE", path);

    const changes = await world.changes();

    const { body: me } = await world.call("GET", "/whoami");
    const common = { entity_type: "role", entity_id: role.id, type_path: "role", actor_id: me.actor.id, source: "api" };
    expect(changes).toMatchObject([
      { ...common, action: "create", entity_version: 1 },
      { ...common, action: "update", entity_version: 2 },
      { ...common, action: "delete", entity_version: 3 },
    ]);
    expect(changes.map(({ diffs }) => diffs)).toEqual([
      { typePath: "role", name: "buyers", rights: [readItems] },
      { rights: [[readItems], [readColors]] },
      { typePath: "role", name: "buyers", rights: [readColors] },
    ]);
    expect(new Set(changes.map((change) => change.change_set_id)).size).toBe(3);
  });

  test("is read like all changes", async () => {
    const { body: role } = await createRole();
    await world.call("PUT", `/roles/${role.id}`, { body: { rights: [] } });

    const { body } = await world.call("GET", "/change-history?criteria=~(entityType~'role~changed~'rights)");

    expect(body.results).toMatchObject([
      {
        entityReference: `role:${role.id}`,
        action: "update",
        propertyDiffs: { rights: { oldValue: [readItems], newValue: [] } },
      },
      { action: "create" },
    ]);
  });

  test("omits an update that changes nothing", async () => {
    const { body: role } = await createRole();

    const answers = [
      await world.call("PUT", `/roles/${role.id}`, { body: {} }),
      await world.call("PUT", `/roles/${role.id}`, { body: role }),
      await world.call("PUT", `/roles/${role.id}`, { body: { rights: [readItems] } }),
    ];

    expect(answers.map(({ body }) => body)).toEqual([role, role, role]);
    expect(await world.changes()).toHaveLength(1);
  });

  test("omits rejected requests", async () => {
    const { body: role } = await createRole();

    const answers = [
      await createRole(),
      await world.call("PUT", `/roles/${role.id}`, { body: { version: 7, rights: [] } }),
      await world.call("DELETE", `/roles/${role.id}`, { headers: { "if-match": '"7"' } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 412, 412]);
    expect(await world.changes()).toHaveLength(1);
  });

  test("has each of several concurrent updates, each starting where another ended", async () => {
    const { body: role } = await createRole();
    const paths = Array.from({ length: 6 }, (_, index) => `item:type${index}`);

    await Promise.all(
      paths.map((typePath) =>
        world.call("PUT", `/roles/${role.id}`, { body: { rights: [{ verbs: ["read"], typePath }] } }),
      ),
    );

    const [, ...updates] = await world.changes();
    expect(updates.map(({ entity_version: version }) => version)).toEqual([2, 3, 4, 5, 6, 7]);
    const steps = updates.map(({ diffs }) => diffs["rights"]);
    const ends = steps.map((step) => (Array.isArray(step) ? step[1] : undefined));
    const beginnings = steps.map((step) => (Array.isArray(step) ? step[0] : undefined));
    expect(beginnings).toEqual([[readItems], ...ends.slice(0, -1)]);
  });
});

test("a dry run of a role writes and records nothing", async () => {
  const { body: role } = await createRole();
  const before = await world.changes();

  const answers = [
    await world.call("POST", "/roles?dryRun=true", { body: { name: "sellers", rights: [] } }),
    await world.call("PUT", `/roles/${role.id}?dryRun=true`, { body: { rights: [] } }),
    await world.call("DELETE", `/roles/${role.id}?dryRun=true`),
  ];

  expect(answers.map(({ status }) => status)).toEqual([201, 200, 204]);
  expect(answers[1]?.body).toMatchObject({ rights: [], version: 2 });
  expect((await world.call("GET", "/roles")).body.results).toEqual([role]);
  expect(await world.changes()).toEqual(before);
});

test.each([
  ["users", { email: "ada@users.example", password: "correct horse battery" }, { name: "Ada" }],
  ["apps", { name: "ERP" }, { name: "PLM" }],
  ["api-keys", { preset: "loader" }, { label: "ERP" }],
  ["access-tokens", { preset: "loader" }, { label: "ERP" }],
])("%s have no history", async (plural, draft, change) => {
  const { body } = await world.call("POST", `/${plural}`, { body: draft });
  const changed = await world.call("PUT", `/${plural}/${body.id}`, { body: change });
  const removed = await world.call("DELETE", `/${plural}/${body.id}`);

  expect([changed.body.version, removed.status]).toEqual([2, 204]);
  expect(await world.changes()).toEqual([]);
});
