import { expect, test } from "vitest";
import { cardsThatFit, moveCard } from "./move-card.ts";

const size = { perRow: 4, perPage: 8, count: 10 };

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowRight", 9, 9],
  ["ArrowLeft", 0, 0],
  ["ArrowDown", 1, 5],
  ["ArrowDown", 5, 9],
  ["ArrowDown", 7, 9],
  ["ArrowDown", 8, 8],
  ["ArrowUp", 9, 5],
  ["ArrowUp", 2, 2],
  ["PageDown", 1, 9],
  ["PageUp", 9, 1],
  ["Home", 7, 0],
  ["End", 0, 9],
  ["a", 0, undefined],
])("%s moves from card %i to %s", (key, from, to) => {
  expect(moveCard(key, from, size)).toBe(to);
});

test.each([
  [1200, 12, 6, 190],
  [358, 12, 2, 173],
  [100, 12, 1, 100],
])("in %i pixels with gaps of %i there are %i cards of %i pixels", (width, gap, perRow, cardWidth) => {
  expect(cardsThatFit(width, gap)).toEqual({ perRow, cardWidth });
});
