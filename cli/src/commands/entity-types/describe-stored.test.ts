import { expect, test } from "vitest";
import { describeStored } from "./describe-stored.ts";
import { readTypeFile } from "./read-type-file.ts";
import { stored, storedSet, storedType } from "./testing/stored-types.ts";
import { writeJson, writeYaml } from "./write-type-file.ts";

const seasons = storedSet("os1", "Seasons", ["FW26", "SS27"], "seasons");
const sizes = storedSet("os2", "Sizes", ["36", "no", "1e3"]);
const season = { slug: "season", propertyType: "choice", optionSetId: "os1", level: "family" };

test("stored types are described without ids, times and defaults, parents first", () => {
  const file = describeStored(
    stored(
      [storedType("item:shoe", [{ slug: "heel", propertyType: "number" }]), storedType("item", [season])],
      [sizes, seasons],
    ),
  );

  expect(file.optionSets.map(({ name }) => name)).toEqual(["Sizes", "Seasons"]);
  expect(file.entityTypes).toEqual([
    {
      typePath: "item",
      label: "Item",
      mode: "open",
      properties: [{ slug: "season", label: "season", propertyType: "choice", optionSet: "seasons", level: "family" }],
    },
    {
      typePath: "item:shoe",
      label: "shoe",
      mode: "open",
      properties: [{ slug: "heel", label: "heel", propertyType: "number" }],
    },
  ]);
});

test("roots without definitions and undefined types are omitted, unless a defined type is below", () => {
  const seen = storedType("item:shoe", [], { isDescribed: false });
  const alone = storedType("item:hat", [], { isDescribed: false });
  const boot = storedType("item:shoe:boot", [{ slug: "heel" }]);

  const file = describeStored(stored([storedType("item"), seen, alone, boot]));

  expect(file.entityTypes.map(({ typePath }) => typePath)).toEqual(["item:shoe", "item:shoe:boot"]);
});

test("two option sets with the same key are rejected with a fix", () => {
  const twins = [storedSet("a", "Sizes", []), storedSet("b", "Sizes", [])];

  expect(() => describeStored(stored([], twins))).toThrow(/have the same key Sizes: a and b/);
});

test.each([
  ["YAML", writeYaml],
  ["JSON", writeJson],
])("%s is read as it was written, including unusual texts", (_, write) => {
  const odd = { slug: "odd", label: "yes: #1 'x'", default: { a: [1, null, "2026-01-01"] }, propertyType: "json" };
  const colors = { ...sizes, options: [{ value: "36", display: "36", color: "teal" as const }] };
  const presentation = { pluralLabel: "no", keyFacts: ["odd"] };
  const file = describeStored(stored([storedType("item", [season, odd], { presentation })], [seasons, colors]));

  const text = write(file);

  expect(readTypeFile(text, "types")).toEqual(file);
  expect(write(readTypeFile(text, "types"))).toBe(text);
});

test("the same content in another order is the same text", () => {
  const one = storedType("item", [{ slug: "a", min: 1, max: 2, propertyType: "number" }]);
  const other = storedType("item", [{ slug: "a", propertyType: "number", max: 2, min: 1 }]);

  const texts = [stored([one], [seasons, sizes]), stored([other], [sizes, seasons])].map((types) =>
    writeYaml(describeStored(types)),
  );

  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).toContain("- { value: FW26, display: FW26 }");
});

test.each([
  ["weftTypes: 2", /must start with weftTypes: 1/],
  ["- a", /must be an object/],
  ["weftTypes: 1\ntypes: []", /Unknown key types/],
  ["weftTypes: 1\noptionSets: [{name: S, options: [{value: 36, display: x}]}]", /options\/0\/value must be a string/],
  ["weftTypes: 1\nentityTypes: [{typePath: item, label: Item, mode: loose}]", /mode must be open or strict/],
  ["weftTypes: 1\nentityTypes: [{typePath: item}]", /entityTypes\/0\/label is missing/],
  [
    "weftTypes: 1\nentityTypes: [{typePath: item, label: I}, {typePath: item, label: I}]",
    /The type item appears twice/,
  ],
  [
    "weftTypes: 1\nentityTypes: [{typePath: item, label: I, properties: [{slug: a, label: A, propertyType: choice, optionSetId: x}]}]",
    /use optionSet instead of optionSetId/,
  ],
  ["weftTypes: 1\n a: [", /neither YAML nor JSON/],
])("a file such as %j is rejected with the position", (text, message) => {
  expect(() => readTypeFile(text, "types.yaml")).toThrow(message);
});
