import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildOrg } from "../testing/builders.ts";
import { testBudget } from "../testing/test-budget.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type AsOf, type EntityState, entityAsOf } from "./entity-as-of.ts";
import { moveHorizon } from "./retention-store.ts";
import { type BuiltChange, buildChanges, type ChangeInput } from "./testing/change-builder.ts";

let database: TestDatabase;
let orgId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  orgId = (await buildOrg({ database })).id;
});

const entity = { entityType: "item", id: "entity-1" };

function at(day: string): string {
  return `2026-03-${day}T00:00:00.000Z`;
}

const made = { typePath: "item", name: "Shirt", size: "S" };

/** A lifecycle: created, updated twice, deleted, created again. */
const life: readonly ChangeInput[] = [
  { action: "create", entity_version: 1, createdOn: at("01"), actor_id: "ada", diffs: made },
  { entity_version: 2, createdOn: at("02"), actor_id: "bob", diffs: { size: ["S", "M"], color: [null, "red"] } },
  {
    entity_version: 3,
    createdOn: at("03"),
    actor_id: "eve",
    type_path: "item:product",
    project_id: "project-1",
    diffs: { color: ["red", null], typePath: ["item", "item:product"], projectId: [null, "project-1"] },
  },
  {
    action: "delete",
    entity_version: 4,
    createdOn: at("04"),
    type_path: "item:product",
    diffs: { name: "Shirt", size: "M", typePath: "item:product", projectId: "project-1" },
  },
  {
    action: "create",
    entity_version: 1,
    createdOn: at("05"),
    actor_id: "ivy",
    diffs: { typePath: "item", name: "Coat" },
  },
];

async function live(inputs: readonly ChangeInput[]): Promise<BuiltChange[]> {
  const mine = inputs.map((input) => ({ entity_id: entity.id, ...input }));
  return buildChanges(database.db, orgId, mine);
}

function currentOf(change: BuiltChange | undefined, state: EntityState["state"]): EntityState {
  return {
    typePath: change?.type_path ?? "item",
    projectId: change?.project_id ?? null,
    version: change?.entity_version ?? 1,
    state,
    createdOn: new Date(at("01")),
    updatedOn: change?.created_on ?? null,
    createdById: "ada",
    updatedById: change?.actor_id ?? null,
  };
}

async function readAsOf(asOf: AsOf, current?: EntityState) {
  return entityAsOf(database.db, orgId, { ...entity, current, budget: testBudget() }, asOf);
}

describe("an entity as of a time", () => {
  test.each<[string, object | undefined]>([
    ["2026-02-28T23:59:59.999Z", undefined],
    [at("01"), { version: 1, typePath: "item", state: made, updatedById: "ada" }],
    ["2026-03-01T23:59:59.999Z", { version: 1, state: made }],
    [
      at("02"),
      {
        version: 2,
        typePath: "item",
        projectId: null,
        state: { ...made, size: "M", color: "red" },
        createdOn: new Date(at("01")),
        createdById: "ada",
        updatedOn: new Date(at("02")),
        updatedById: "bob",
      },
    ],
    [
      at("03"),
      {
        version: 3,
        typePath: "item:product",
        projectId: "project-1",
        state: { ...made, size: "M", typePath: "item:product", projectId: "project-1" },
        updatedById: "eve",
      },
    ],
    [at("04"), undefined],
    [
      at("05"),
      { version: 1, state: { typePath: "item", name: "Coat" }, createdOn: new Date(at("05")), createdById: "ivy" },
    ],
  ])("at %s has its state of that time", async (time, expected) => {
    const built = await live(life);
    const current = {
      ...currentOf(built[4], { typePath: "item", name: "Coat" }),
      createdOn: new Date(at("05")),
      createdById: "ivy",
    };

    const found = await readAsOf(new Date(time), current);

    if (expected === undefined) {
      expect(found).toBeUndefined();
    } else {
      expect(found).toMatchObject(expected);
      expect(found?.state).toEqual("state" in expected ? expected.state : {});
    }
  });

  test("at a log position distinguishes changes with the same timestamp", async () => {
    const built = await live(life.map((input) => ({ ...input, createdOn: at("01") })));
    const states: (EntityState["state"] | undefined)[] = [];
    for (const { sequence, created_on } of built.slice(0, 4)) {
      states.push(
        (
          await readAsOf(
            { sequence, stamp: created_on.getTime() },
            currentOf(built[4], { typePath: "item", name: "Coat" }),
          )
        )?.state,
      );
    }

    expect(states.map((state) => state?.["size"])).toEqual(["S", "M", "M", undefined]);
  });

  test("is found although it is deleted now", async () => {
    await live(life.slice(0, 4));

    expect((await readAsOf(new Date(at("02"))))?.state).toEqual({ ...made, size: "M", color: "red" });
    expect(await readAsOf(new Date(at("04")))).toBeUndefined();
  });

  test("that never existed is not found", async () => {
    expect(await readAsOf(new Date())).toBeUndefined();
  });

  test("without a later change has its current state", async () => {
    const [, second] = await live(life.slice(0, 2));
    const current = currentOf(second, { ...made, size: "M", color: "red" });

    expect(await readAsOf(new Date(), current)).toEqual(current);
  });

  test("is computed across many changes", async () => {
    const [first] = await live(life.slice(0, 1));
    const numbers = Array.from({ length: 1_500 }, (_, index) => index + 1);
    const built = await live(
      numbers.map((number) => ({
        entity_version: number + 1,
        createdOn: at("02"),
        diffs: { count: [number - 1, number] },
      })),
    );
    const current = currentOf(built.at(-1), { name: "Shirt", size: "S", count: 1_500 });
    const place = built[9];

    const early = await readAsOf({ sequence: place?.sequence ?? 0, stamp: place?.created_on.getTime() ?? 0 }, current);
    const earliest = await readAsOf(first?.created_on ?? new Date(), current);

    expect(early).toMatchObject({ version: 11, state: { count: 10 } });
    expect(earliest).toMatchObject({ version: 1, state: { name: "Shirt", size: "S", count: 0 } });
  });

  test("is computed back from the current state when earlier records were deleted", async () => {
    const built = await live(life.slice(0, 3));
    const current = currentOf(built[2], { ...made, size: "M", typePath: "item:product", projectId: "project-1" });
    await expireUpTo(built[1]);

    const found = await readAsOf(new Date(at("02")), current);

    expect(found).toMatchObject({
      version: 2,
      typePath: "item",
      projectId: null,
      state: { ...made, size: "M", color: "red" },
      createdOn: new Date(at("01")),
      updatedOn: null,
      updatedById: null,
    });
  });

  test("before the retention is gone", async () => {
    const built = await live(life.slice(0, 3));
    await expireUpTo(built[1]);
    const current = currentOf(built[2], { name: "Shirt" });

    await expect(readAsOf(new Date(at("01")), current)).rejects.toMatchObject({ code: "cursor-gone" });
    await expect(readAsOf({ sequence: 1, stamp: Date.parse(at("01")) }, current)).rejects.toMatchObject({
      status: 410,
    });
  });
});

async function expireUpTo(change: BuiltChange | undefined): Promise<void> {
  const place = { sequence: change?.sequence ?? 0, stamp: change?.created_on.getTime() ?? 0 };
  await database.db.query({
    text: "delete from changes where org_id = $1 and sequence <= $2",
    values: [orgId, place.sequence],
  });
  await database.db.transaction((tx) => moveHorizon(tx, orgId, entity.entityType, place));
}
