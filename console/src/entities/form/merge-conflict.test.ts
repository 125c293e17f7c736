import { expect, test } from "vitest";
import { findConflict, mergedBody } from "./merge-conflict.ts";

const slugs = ["name", "price", "fit", "care"];
const before = { name: "Parka", price: 100, care: "wash" };
const theirs = { name: "Parka", price: 90, fit: "slim", care: "wash" };

test("only fields that both changed, to different values, are a conflict", () => {
  const conflict = findConflict(before, theirs, { price: 80, name: "Cape" }, slugs);

  expect(conflict).toEqual({
    rows: [{ slug: "price", before: 100, theirs: 90, yours: 80 }],
    onlyTheirs: ["fit"],
    onlyYours: ["name"],
  });
});

test("the same change by both is not a conflict", () => {
  expect(findConflict(before, theirs, { price: 90 }, slugs)).toEqual({
    rows: [],
    onlyTheirs: ["price", "fit"],
    onlyYours: [],
  });
});

test.each([
  [{ price: "yours" }, { name: "Cape", price: 80 }],
  [{ price: "theirs" }, { name: "Cape" }],
  [{}, { name: "Cape" }],
] as const)("the choice %j writes %j", (choices, body) => {
  const yours = { price: 80, name: "Cape" };

  expect(mergedBody(findConflict(before, theirs, yours, slugs), yours, choices)).toEqual(body);
});
