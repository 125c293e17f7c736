import { expect, test } from "vitest";
import { partsThatFit } from "./grid-calls.ts";

const long = "x".repeat(3_000);

test.each<[string, readonly string[], number[]]>([
  ["nothing", [], []],
  ["a few short texts", ["Moss", "Ash"], [2]],
  ["two long ones", [long, long], [1, 1]],
  ["a long one between short ones", ["a", long, "b", long], [3, 1]],
  ["one that is too long by itself", [long + long, "a"], [1, 1]],
  ["letters that need more room in an address", Array.from({ length: 4 }, () => "é".repeat(300)), [2, 2]],
  ["many ids", Array.from({ length: 400 }, (_, number) => String(number).padStart(16, "0")), [180, 180, 40]],
])("%s are split into parts that fit", (_name, texts, lengths) => {
  const parts = partsThatFit(texts);

  expect(parts.map((part) => part.length)).toEqual(lengths);
  expect(parts.flat()).toEqual(texts);
});
