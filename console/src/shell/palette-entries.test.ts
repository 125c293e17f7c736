import { expect, test } from "vitest";
import { isIdLike, matchEntries, stepTo } from "./palette-entries.ts";

const act = () => undefined;
const entries = [
  { id: "1", label: "Entities", icon: "entities", words: "items colors", act },
  { id: "2", label: "New item", icon: "plus", act },
  { id: "3", label: "Item report", icon: "file", description: "Weekly", act },
] as const;

test.each([
  ["", ["1", "2", "3"]],
  ["item", ["3", "1", "2"]],
  ["ITEM new", ["2"]],
  ["weekly", ["3"]],
  ["nothing", []],
])("%j finds %j", (text, ids) => {
  expect(matchEntries(entries, text).map(({ id }) => id)).toEqual(ids);
});

test.each([
  [" AP6VLC0A07rUY7MG ", true],
  ["AP6VLC0A07rUY7M", false],
  ["sixteen letters!", false],
])("%j may be an id: %s", (text, isId) => {
  expect(isIdLike(text)).toBe(isId);
});

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [0, 1, 0, 0],
] as const)("from %i by %i of %i to %i", (place, step, count, next) => {
  expect(stepTo(place, step, count)).toBe(next);
});
