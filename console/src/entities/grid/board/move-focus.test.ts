import { expect, test } from "vitest";
import { moveFocus, moveOfKey } from "./move-focus.ts";

test.each([
  ["ArrowDown", [0, 0], [0, 1]],
  ["ArrowDown", [0, 8], [0, 8]],
  ["ArrowUp", [0, 0], [0, 0]],
  ["ArrowUp", [0, 3], [0, 2]],
  ["PageDown", [0, 1], [0, 6]],
  ["PageUp", [0, 8], [0, 3]],
  ["Home", [0, 8], [0, 0]],
  ["End", [0, 2], [0, 8]],
  ["ArrowRight", [0, 5], [2, 1]],
  ["ArrowLeft", [2, 1], [0, 1]],
  ["ArrowLeft", [0, 4], [0, 4]],
  ["ArrowRight", [2, 0], [2, 0]],
  ["a", [0, 0], undefined],
] as const)("%s from %j goes to %j", (key, [column, place], to) => {
  const found = moveFocus(key, { column, place }, [9, 0, 2, 0]);

  expect(found).toEqual(to === undefined ? undefined : { column: to[0], place: to[1] });
});

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test.each([
  [{ key: "m" }, "menu"],
  [{ key: "M", shiftKey: true }, "menu"],
  [{ key: "m", ctrlKey: true }, undefined],
  [{ key: "ArrowRight", ctrlKey: true, shiftKey: true }, "next"],
  [{ key: "ArrowLeft", metaKey: true, shiftKey: true }, "previous"],
  [{ key: "ArrowLeft", shiftKey: true }, undefined],
] as const)("the key %j means %s", (keys, move) => {
  expect(moveOfKey({ ...none, ...keys })).toBe(move);
});
