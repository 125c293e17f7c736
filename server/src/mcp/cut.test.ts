import { expect, test } from "vitest";
import { cut } from "./result-size.ts";

const limits = { textMax: 4, listMax: 2 };

test.each([
  { value: "four", shown: "four" },
  { value: "more than", shown: "more…[cut: 9 characters]" },
  { value: [1, 2], shown: [1, 2] },
  { value: [1, 2, 3], shown: [1, 2, "…[cut: 3 entries]"] },
  { value: { a: ["longer", null], b: true }, shown: { a: ["long…[cut: 6 characters]", null], b: true } },
  { value: 12_345, shown: 12_345 },
])("$value becomes $shown", ({ value, shown }) => {
  expect(cut(value, limits)).toEqual(shown);
});
