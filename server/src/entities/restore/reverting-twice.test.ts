import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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
        { slug: "size", label: "Size", propertyType: "string" },
      ],
    },
  });
});

async function lastSet(): Promise<string> {
  return (await world.changes()).at(-1)?.change_set_id ?? "";
}

async function revert(id: string) {
  return (await world.call("POST", `/change-sets/${id}/revert`)).body;
}

async function buildStyle() {
  const style = await world.create("items", { name: "Trench", price: 198.95 });
  const option = await world.create("items", { name: "Trench", itemFamilyId: style.id, optionName: "Red" });
  return { style, option };
}

/** All items without what every write changes. */
async function snapshot() {
  const { body } = await world.call("GET", "/items?limit=1000");
  return body.results
    .map(({ version: _, createdOn: __, updatedOn: ___, updatedById: ____, ...item }: Record<string, unknown>) => item)
    .sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1));
}

test("reverting twice leads back to the same state, whatever the set did", { timeout: 120_000 }, async () => {
  const op = fc.oneof(
    fc.record({ op: fc.constant("create"), name: fc.constantFrom("A", "B", "C"), size: fc.constantFrom("S", "M") }),
    fc.record({ op: fc.constant("update"), index: fc.nat(3), size: fc.constantFrom("S", "M", "L") }),
    fc.record({ op: fc.constant("update"), index: fc.nat(3), price: fc.nat(9) }),
    fc.record({ op: fc.constant("delete"), index: fc.nat(3) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 1, maxLength: 8 }), async (ops) => {
      const { style, option } = await buildStyle();
      const ids = [style.id, option.id, (await world.create("items", { name: "X", size: "S" })).id];
      const operations = ops.map((one) => {
        const { op: verb, index, ...object } = { index: 0, ...one };
        return verb === "create" ? { op: verb, object } : { op: verb, id: ids[index % ids.length], object };
      });
      const before = await snapshot();
      await world.call("POST", "/items/batch?cascade=true", { body: { operations, atomic: false } });
      const after = await snapshot();
      const id = await lastSet();

      const undone = await revert(id);
      const first = await snapshot();
      const redone = undone.changeSetId === undefined ? undefined : await revert(undone.changeSetId);
      const second = await snapshot();

      const isChanged = JSON.stringify(before) !== JSON.stringify(after);
      expect([undone.kept, redone?.kept ?? []]).toEqual([[], []]);
      expect(isChanged ? first : before).toEqual(before);
      expect(isChanged ? second : after).toEqual(after);
    }),
    { numRuns: 15 },
  );
});
