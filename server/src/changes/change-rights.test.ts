import { type Right, typesWithHistory } from "@weft/contract";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { decide, targetOf } from "../access/decide.ts";
import { problem } from "../access/testing/problem.ts";
import { bearer } from "../access/testing/sign-in.ts";
import { buildUser } from "../testing/builders.ts";
import { testBudget } from "../testing/test-budget.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { everyChange } from "./change-criteria.ts";
import { conditionOf, findScanned } from "./change-scan-store.ts";
import { administeredTypes, readableChanges } from "./readable-changes.ts";
import type { ChangeInput } from "./testing/change-builder.ts";
import { buildChangeWorld, type ChangeWorld, cursorsOf, idsOf } from "./testing/change-world.ts";

let service: TestService;
let world: ChangeWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildChangeWorld(service);
});

const inputs: readonly ChangeInput[] = [
  { entity_type: "item", type_path: "item" },
  { entity_type: "item", type_path: "item:product" },
  { entity_type: "item", type_path: "item:product:shirt" },
  { entity_type: "item", type_path: "item:products" },
  { entity_type: "color", type_path: "color" },
  { entity_type: "project-item", type_path: "project-item", project_id: "project-1" },
  { entity_type: "project-item", type_path: "project-item", project_id: "project-2" },
  { entity_type: "workspace", type_path: "workspace" },
  { entity_type: "entity-type", type_path: "entity-type" },
  { entity_type: "role", type_path: "role" },
  { entity_type: "org", type_path: "org" },
  { entity_type: "event-workflow", type_path: "event-workflow" },
  { entity_type: "project", type_path: "project", entity_id: "project-1" },
  { entity_type: "project", type_path: "project", entity_id: "project-2" },
];

const read = (typePath: string, rest: Partial<Right> = {}): Right => ({ verbs: ["read"], typePath, ...rest });

describe("a caller sees the records that it may read", () => {
  test.each<[string, Right[], number[]]>([
    ["nothing", [], [8]],
    ["everything", [read("*")], [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13]],
    ["one type alone", [read("item:product")], [1, 8]],
    ["a type and all below it", [read("item:product:*")], [1, 2, 8]],
    ["two types", [read("item"), read("color:*")], [0, 4, 8]],
    ["entities of one project", [read("*", { projectId: "project-1" })], [5, 8, 12]],
    ["a project", [read("project", { projectId: "project-2" })], [8, 13]],
    [
      "project items of two projects",
      ["project-1", "project-2"].map((projectId) => read("project-item", { projectId })),
      [5, 6, 8],
    ],
    ["kinds that it may only write", [{ verbs: ["create", "update"], typePath: "*" }], [8]],
    ["kinds that rights do not give", [read("role"), read("org:*"), read("webhook")], [8]],
    ["some fields", [read("color", { fields: ["hex"] })], [4, 8]],
  ])("%s", async (_name, rights, expected) => {
    const built = cursorsOf(await world.add(...inputs));
    const key = await world.keyWith({ rights });

    const all = await world.history({ order: { order: "asc" } }, key);
    const followed = await world.history({ after: "beginning" }, key);
    const sorted = await world.history({ order: { orderField: "source", order: "asc" } }, key);
    const first = await world.history({ order: { order: "asc" }, limit: 1 }, key);

    const ids = expected.map((index) => built[index]);
    expect([all, followed, sorted].map(idsOf)).toEqual([ids, ids, ids]);
    // Records are filtered before the page is cut, so a page is full while matches remain.
    expect(idsOf(first)).toEqual(ids.slice(0, 1));
  });

  test("an administrator sees all records", async () => {
    const built = cursorsOf(await world.add(...inputs));

    expect(idsOf(await world.history({ after: "beginning" }))).toEqual(built);
  });

  test("no caller sees records of another org", async () => {
    const other = await buildChangeWorld(service);
    await other.add({ entity_id: "entity-1" }, { entity_id: "entity-1", change_set_id: "set-1" });
    const mine = cursorsOf(await world.add({ entity_id: "entity-1", change_set_id: "set-1" }));

    const answers = [
      await world.history(),
      await world.history({ after: "beginning" }),
      await world.history({ criteria: { entityReference: "item:entity-1" } }),
      await world.history({ criteria: { changeSetId: "set-1" } }),
      await world.history({ entityType: "item" }),
      await world.history({ order: { orderField: "entityId" } }),
    ];

    expect(answers.map(idsOf)).toEqual(answers.map(() => mine));
  });

  test("a task token sees nothing", async () => {
    await world.add({});
    const token = await service.call("POST", "/access-tokens", {
      headers: world.key.headers,
      body: { taskId: "task-1" },
    });
    const headers = bearer(token);

    const answers = [
      await service.call("GET", "/change-history", { headers }),
      await service.call("GET", "/change-history/export", { headers }),
      await service.call("GET", "/change-history?after=now", { headers }),
    ];

    expect(answers.map(({ body }) => body.code)).toEqual(["not-found", "not-found", "not-found"]);
  });

  test("visibility matches decide() for any rights", async () => {
    const typePaths = [
      "item",
      "item:a",
      "item:a:b",
      "item:ab",
      "project-item",
      "project",
      "workspace:x",
      "color",
      "webhook",
      "org",
    ];
    const projects = ["project-1", "project-2", null];
    const records = typePaths.flatMap((type_path) =>
      projects.map((project_id) => ({ entity_type: type_path.split(":")[0] ?? "", type_path, project_id })),
    );
    const built = await world.add(...records);
    const patterns = ["*", ...typePaths, ...typePaths.map((typePath) => `${typePath}:*`)];
    const rightArbitrary = fc.record(
      {
        verbs: fc.constantFrom<Right["verbs"]>(["read"], ["create"], ["read", "update"]),
        typePath: fc.constantFrom(...patterns),
        fields: fc.subarray(["secret", "open"]),
        projectId: fc.constantFrom("project-1", "project-2"),
      },
      { requiredKeys: ["verbs", "typePath"] },
    );

    await fc.assert(
      fc.asyncProperty(fc.array(rightArbitrary, { maxLength: 4 }), fc.boolean(), async (rights, isAdministrator) => {
        const caller = { rights, isAdministrator, taskId: undefined };
        for (const slug of [undefined, "secret"]) {
          const condition = conditionOf(everyChange, readableChanges(caller, slug));
          const [first, last] = [built[0], built.at(-1)];
          const range = {
            after: { sequence: 0, stamp: 0 },
            until: { sequence: last?.sequence ?? 0, stamp: last?.created_on.getTime() ?? 0 },
          };
          const scan = { orgId: world.org.id, index: { by: "log" }, range, direction: "asc" } as const;
          const { rows } = await findScanned(service.database.db, scan, condition, {
            scanMax: 1000,
            limit: 1000,
            budget: testBudget(),
          });

          const expected = built.filter(({ type_path, entity_id, project_id }) => {
            const target = targetOf({ typePath: type_path, id: entity_id, projectId: project_id });
            const decision = decide(caller, "read", target);
            const isShown = decision.isAllowed && (type_path !== "org" || isAdministrator);
            return isShown && (slug === undefined || decision.fields === "all" || decision.fields.has(slug));
          });
          expect(first?.sequence).toBe(1);
          expect(rows.map(({ sequence }) => sequence)).toEqual(expected.map(({ sequence }) => sequence));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("the list of kinds outside of rights matches decide()", () => {
    const everything = { rights: [read("*")], isAdministrator: false, taskId: "task-1" };
    const isAllowed = (typePath: string) => decide(everything, "read", { typePath }).isAllowed;

    expect(typesWithHistory.filter((type) => !isAllowed(type))).toEqual(administeredTypes);
  });
});

describe("fields that may not be read", () => {
  const diffs = { name: ["a", "b"], price: [1, 2], cost: [3, 4] };

  test("are absent from the diffs, and a record with no other fields is still returned", async () => {
    const built = cursorsOf(
      await world.add({ diffs }, { diffs: { cost: [4, 5] } }, { entity_type: "color", diffs: { cost: [1, null] } }),
    );
    const key = await world.keyWith({ rights: [read("item:*", { fields: ["price"] }), read("color")] });

    const { body } = await world.history({ after: "beginning" }, key);

    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(built);
    expect(
      body.results.map(({ propertyDiffs }: { propertyDiffs: object }) => Object.keys(propertyDiffs).sort()),
    ).toEqual([["name", "price"], [], ["cost"]]);
    expect(JSON.stringify(body.results[0])).not.toContain("cost");
  });

  test("are absent on create and delete too, by the rights on the record's project", async () => {
    const state = { name: "a", cost: 3 };
    await world.add(
      { action: "create", entity_type: "project-item", project_id: "project-1", diffs: state },
      { action: "delete", entity_type: "project-item", project_id: "project-2", diffs: state },
    );
    const key = await world.keyWith({
      rights: [read("project-item", { fields: [] }), read("project-item", { projectId: "project-2" })],
    });

    const { body } = await world.history({ after: "beginning" }, key);

    expect(
      body.results.map(({ propertyDiffs }: { propertyDiffs: object }) => Object.keys(propertyDiffs).sort()),
    ).toEqual([["name"], ["cost", "name"]]);
  });

  test("cannot be searched for", async () => {
    await world.add({ diffs });
    const key = await world.keyWith({ rights: [read("item:*", { fields: ["price"] })] });

    const answers = [
      await world.history({ criteria: { changed: "cost" } }, key),
      await world.history({ criteria: { changed: "cost", entityType: "item" } }, key),
      await world.history({ criteria: { changed: "cost", typePath: "item:product" } }, key),
      await world.history({ criteria: { changed: "cost" }, after: "beginning" }, key),
      await world.history({ criteria: { changed: "price", entityType: "color" } }, key),
      await world.history({ criteria: { changed: "rights", entityType: "role" } }, key),
    ];
    const allowed = [
      await world.history({ criteria: { changed: "price" } }, key),
      await world.history({ criteria: { changed: "name" } }, key),
      await world.history({ criteria: { changed: "label", entityType: "entity-type" } }, key),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject(problem("invalid-request", { errors: [{ pointer: "criteria.changed" }] }));
    }
    expect(allowed.map((answer) => idsOf(answer).length)).toEqual([1, 1, 0]);
  });

  test("are not revealed when a search for them is allowed on other types", async () => {
    const built = cursorsOf(
      await world.add({ diffs }, { entity_type: "color", diffs: { cost: [1, 2] } }, { diffs: { cost: [4, 5] } }),
    );
    const key = await world.keyWith({ rights: [read("item:*", { fields: ["price"] }), read("color")] });

    const searched = await world.history({ criteria: { changed: "cost" } }, key);
    const followed = await world.history({ criteria: { changed: "cost" }, after: "beginning" }, key);

    expect([searched, followed].map(idsOf)).toEqual([[built[1]], [built[1]]]);
  });
});

test("a user's role grants access as a key's rights do", async () => {
  const built = cursorsOf(await world.add({}, { entity_type: "role" }));
  const viewer = await world.keyWith({ user: await buildUser(service, world.org, { role: "viewer" }) });
  const owner = await world.keyWith({ user: await buildUser(service, world.org, { role: "owner" }) });

  expect(idsOf(await world.history({ after: "beginning" }, viewer))).toEqual([built[0]]);
  expect(idsOf(await world.history({ after: "beginning" }, owner))).toEqual(built);
});
