import fc from "fast-check";
import { expect, test } from "vitest";
import { closestName } from "./closest-name.ts";

const known = ["items", "projects", "project-items", "workspaces", "colors", "files", "PORT", "WEFT_RATE_LIMIT"];

test.each([
  ["items", "items"],
  ["item", "items"],
  ["itms", "items"],
  ["Items", "items"],
  ["itemss", "items"],
  ["projcets", "projects"],
  ["itmes", "items"],
  ["fiels", "files"],
  ["PROT", "PORT"],
  ["project_items", "project-items"],
  ["colours", "colors"],
  ["workspace", "workspaces"],
  ["port", "PORT"],
  ["PRT", "PORT"],
  ["WEFT_RATELIMIT", "WEFT_RATE_LIMIT"],
  ["weft-rate-limit", "WEFT_RATE_LIMIT"],
  ["", undefined],
  ["x", undefined],
  ["customers", undefined],
  ["constructor", undefined],
])("the name closest to %j is %j", (name, expected) => {
  expect(closestName(name, known)).toBe(expected);
});

test("of two equally close names the first is returned", () => {
  expect(closestName("bat", ["cat", "hat"])).toBe("cat");
});

test("without known names nothing is returned", () => {
  expect(closestName("items", [])).toBeUndefined();
});

test("a name with one character changed, added or removed is always found", () => {
  const names = fc.constantFrom(...known);
  const damage = fc.record({
    at: fc.nat(20),
    removed: fc.integer({ min: 0, max: 1 }),
    added: fc.constantFrom("", "q"),
  });

  fc.assert(
    fc.property(names, damage, (name, { at, removed, added }) => {
      const start = at % name.length;
      const damaged = name.slice(0, start) + added + name.slice(start + removed);

      expect(closestName(damaged, [name, "something-quite-different"])).toBe(name);
    }),
  );
});
