import { expect, test } from "vitest";
import { neededLogFiles } from "./backup-entries.ts";

const before = "0000000100000000000000FD";
const first = "0000000100000000000000FE";
const second = "0000000100000000000000FF";
const third = "000000010000000100000000";
const next = "000000010000000100000001";

test("the needed WAL files are those from the first to the last, in order", () => {
  const names = ["archive_status", third, before, second, `${second}.partial`, first, next];

  expect(neededLogFiles(names, first, third)).toEqual([first, second, third]);
  expect(neededLogFiles(names, second, second)).toEqual([second]);
});

test.each([
  ["in the middle", [first, third]],
  ["at its beginning", [second, third]],
  ["at its end", [first, second]],
  ["everywhere", []],
])("a WAL that lacks a file %s is rejected", (_name, names) => {
  expect(() => neededLogFiles(names, first, third)).toThrow("is incomplete");
});
