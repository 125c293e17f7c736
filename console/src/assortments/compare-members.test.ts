import { expect, test } from "vitest";
import { changedSlugs, compareMembers, readBaseline } from "./compare-members.ts";

const a = { id: "1", itemId: "A", rank: 1, version: 1 };
const b = { id: "2", itemId: "B", rank: 2, version: 1 };
const c = { id: "3", itemId: "C", rank: 3, version: 1 };

test("added, changed and removed members are distinguished; unchanged ones are omitted", () => {
  const now = [
    { ...a, version: 2, updatedOn: "2026-01-01" },
    { ...b, rank: 5, version: 2 },
    { ...c, id: "4", itemId: "D" },
  ];

  const details = compareMembers([a, b, c], now);

  expect(details.map(({ action, itemId }) => `${action} ${itemId}`)).toEqual(["update B", "add D", "delete C"]);
  expect(details[0]).toMatchObject({ assortmentItemId: "2", before: { rank: 2 }, after: { rank: 5 } });
});

test("an empty property equals a missing one", () => {
  expect(compareMembers([{ ...a, note: null }], [a])).toEqual([]);
});

test("only differences are listed", () => {
  expect(
    changedSlugs({ before: { ...a, sizes: ["S"] }, after: { ...a, version: 2, sizes: ["S", "M"], note: "x" } }),
  ).toEqual(["sizes", "note"]);
});

test("a baseline has one member per line", () => {
  expect(readBaseline(`${JSON.stringify(a)}\n${JSON.stringify(b)}\n`)).toEqual([a, b]);
  expect(readBaseline("")).toEqual([]);
});
