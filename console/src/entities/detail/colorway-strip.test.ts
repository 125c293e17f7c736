import { expect, test } from "vitest";
import { neighborOf } from "./colorway-strip.tsx";

const members = [{ id: "s" }, { id: "a" }, { id: "b" }];

test.each([
  ["a", "ArrowRight", "b"],
  ["a", "ArrowLeft", "s"],
  ["s", "ArrowLeft", undefined],
  ["b", "ArrowRight", undefined],
  ["b", "Home", "s"],
  ["s", "End", "b"],
  ["s", "Home", undefined],
  ["a", "Enter", undefined],
  ["gone", "ArrowRight", undefined],
])("from %s, %s moves to %s", (id, key, next) => {
  expect(neighborOf(members, id, key)?.id).toBe(next);
});
