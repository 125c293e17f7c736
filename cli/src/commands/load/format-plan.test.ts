import { expect, test } from "vitest";
import { styleOf } from "../../output/style.ts";
import { formatChange, formatPlan, type PlannedChange } from "./format-plan.ts";
import { buildLoad } from "./testing/build-load.ts";

const plain = styleOf(false);
const change: PlannedChange = {
  rowNumber: 2,
  entityType: "item",
  federatedId: "P10-R",
  action: "update",
  changes: { price: ["10", "12"] },
};

test.each<[Partial<PlannedChange>, string]>([
  [{}, "update item P10-R (row 2): price 10 → 12"],
  [{ changes: { price: ["10", null], note: ["", null] } }, "update item P10-R (row 2): price 10 → (none)"],
  [{ changes: { tags: [null, ["a"]] } }, 'update item P10-R (row 2): tags (none) → ["a"]'],
  [
    { action: "create", changes: { name: [null, "Anorak"], note: [null, ""] } },
    "create item P10-R (row 2): name Anorak",
  ],
  [{ action: "create", changes: {} }, "create item P10-R (row 2)"],
  [
    { action: "create", changes: Object.fromEntries("abcdefgh".split("").map((slug) => [slug, [null, 1]])) },
    "create item P10-R (row 2): a 1, b 1, c 1, d 1, e 1, f 1, 2 more",
  ],
  [{ changes: { text: [null, "x".repeat(50)] } }, `update item P10-R (row 2): text (none) → ${"x".repeat(39)}…`],
  [
    {
      action: "delete",
      rowNumber: 0,
      entityType: "assortment-item",
      federatedId: null,
      entityId: "A1",
      changes: { itemId: ["x", null] },
    },
    "delete assortment-item A1",
  ],
  [{ federatedId: "a\u001b[2J", changes: {} }, "update item a\ufffd[2J (row 2)"],
])("%j is shown as: %s", (input, words) => {
  expect(formatChange({ ...change, ...input }, plain)).toBe(`${words}\n`);
});

test("the plan of a dry run ends with the command that applies it", () => {
  const load = buildLoad({
    id: "L1",
    planFileId: "F1",
    counts: { item: { created: 0, updated: 1, unchanged: 2, deleted: 0, failed: 0 } },
  });

  expect(formatPlan(load, [change], plain)).toBe(
    "Planned changes:\n  update item P10-R (row 2): price 10 → 12\nApply them: weft load --apply L1\n",
  );
});

test("a long plan shows the number of changes and where to find them", () => {
  const load = buildLoad({
    id: "L1",
    planFileId: "F1",
    counts: { item: { created: 1200, updated: 1, unchanged: 2, deleted: 3, failed: 0 } },
  });

  const words = formatPlan(load, [change], plain);

  expect(words).toContain("Planned changes (first 1 of 1,204):");
  expect(words).toContain("All planned changes: weft files download F1 --output plan.ndjson");
});

test("an empty plan is reported", () => {
  expect(formatPlan(buildLoad({ planFileId: "F1" }), [], plain)).toBe("No changes planned.\n");
});
