import { describe, expect, test } from "vitest";
import { seenProperty } from "../entity-property.ts";
import {
  addColors,
  type ColorwayDraft,
  colorwaysMax,
  emptyDraft,
  isWanted,
  namesIn,
  optionOf,
  type PickedColor,
  removeColor,
  toggleCells,
  wantedColorways,
} from "./colorway-draft.ts";

const color = (name: string, colorId?: string): PickedColor => ({ name, colorId, hex: undefined });
const mauve = color("Mauve", "m");
const sand = color("Sand");
const sizes = ["S", "M"];
const both: ColorwayDraft = { ...emptyDraft, colors: [mauve, sand] };

const namesOf = (draft: ColorwayDraft) => wantedColorways(draft, sizes).map((one) => [one.color.name, one.sizes]);

describe("colors", () => {
  test.each([
    ["a new one", color("Rust"), ["Mauve", "Sand", "Rust"]],
    ["the same name in other letters", color(" sand "), ["Mauve", "Sand"]],
    ["the same entity under another name", color("Mallow", "m"), ["Mauve", "Sand"]],
    ["another entity of the same name", color("Mauve", "m2"), ["Mauve", "Sand", "Mauve"]],
    ["a name that an entity has", color("MAUVE"), ["Mauve", "Sand"]],
    ["one that the style has", color("Ink"), ["Mauve", "Sand"]],
  ])("%s is added: %#", (_title, added, names) => {
    const { draft } = addColors(both, [added], [{ ...color("Ink", "i"), sizes: [] }]);

    expect(draft.colors.map(({ name }) => name)).toEqual(names);
  });

  test("beyond the limit are left, and named", () => {
    const many = Array.from({ length: colorwaysMax + 2 }, (_, index) => color(`Color ${index + 1}`));

    const { draft, left } = addColors(emptyDraft, many, []);

    expect(draft.colors.length).toBe(colorwaysMax);
    expect(left.map(({ name }) => name)).toEqual([`Color ${colorwaysMax + 1}`, `Color ${colorwaysMax + 2}`]);
  });

  test("that were removed and added again have all their cells", () => {
    const removed = removeColor(toggleCells(both, [sand], ["M"]), sand);

    expect(namesOf(addColors(removed, [sand], []).draft)).toEqual(namesOf(both));
  });
});

describe("cells", () => {
  test.each([
    [
      "nothing",
      [],
      [],
      [
        ["Mauve", ["S", "M"]],
        ["Sand", ["S", "M"]],
      ],
    ],
    [
      "a cell",
      [mauve],
      ["S"],
      [
        ["Mauve", ["M"]],
        ["Sand", ["S", "M"]],
      ],
    ],
    ["a row", [mauve], sizes, [["Sand", ["S", "M"]]]],
    [
      "a column",
      [mauve, sand],
      ["M"],
      [
        ["Mauve", ["S"]],
        ["Sand", ["S"]],
      ],
    ],
    ["everything", [mauve, sand], sizes, []],
  ] as const)("after %s is dropped, the rest is created", (_title, colors, dropped, wanted) => {
    expect(namesOf(toggleCells(both, colors, dropped))).toEqual(wanted);
  });

  test("a row is dropped with what is left of it, and wanted again as a whole", () => {
    const once = toggleCells(toggleCells(both, [mauve], ["S"]), [mauve], sizes);
    const twice = toggleCells(once, [mauve], sizes);

    expect(sizes.map((size) => isWanted(once, mauve, size))).toEqual([false, false]);
    expect(sizes.map((size) => isWanted(twice, mauve, size))).toEqual([true, true]);
  });

  test("without sizes, a color has one cell", () => {
    const draft = toggleCells(both, [mauve], [""]);

    expect(wantedColorways(draft, []).map((one) => [one.color.name, one.sizes])).toEqual([["Sand", []]]);
  });
});

describe("an option", () => {
  const style = { id: "s", entityType: "item", typePath: "item:coat", name: "Bente", createdOn: "", updatedOn: "" };
  const template = { ...seenProperty("sizeRun", ""), level: "all" as const };
  const input = { style: { ...style, version: 1 }, optionGroup: "color", templateId: "t" };
  const common = {
    ...{ name: "Bente", typePath: "item:coat", itemFamilyId: "s", optionGroup: "color", optionName: "Mauve" },
  };

  const whole = { colorSlug: "color", sizesSlug: "sizes", template, missing: [] };
  const none = { colorSlug: undefined, sizesSlug: undefined, template: undefined, missing: [] };
  const ofStyle = { ...template, level: "family" as const };

  test.each([
    ["of a type with all of it", whole, { color: "m", sizes: { sizes }, sizeRun: "t" }],
    ["whose style has the size range", { ...whole, template: ofStyle }, { color: "m", sizes: { sizes } }],
    ["of a type without colors and sizes", none, {}],
  ])("%s", (_title, model, more) => {
    expect(optionOf({ color: mauve, sizes }, { ...input, model })).toEqual({ ...common, ...more });
  });

  test("of a typed color has no reference, and one without sizes has none", () => {
    const model = { colorSlug: "color", sizesSlug: "sizes", template: undefined, missing: [] };

    expect(optionOf({ color: sand, sizes: [] }, { ...input, model })).toEqual({ ...common, optionName: "Sand" });
  });
});

test.each([
  ["Rust", ["Rust"]],
  ["Rust\nMauve\r\n\nDusty Rose ", ["Rust", "Mauve", "Dusty Rose"]],
  ["Rust,Mauve;\tSand", ["Rust", "Mauve", "Sand"]],
  ["  ", []],
])("the names in %j are %j", (text, names) => {
  expect(namesIn(text)).toEqual(names);
});
