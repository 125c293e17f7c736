import { expect, test } from "vitest";
import { seenProperty } from "../entity-property.ts";
import {
  arrangeSections,
  furtherPictures,
  originOf,
  statePropertyOf,
  visibleProperties,
} from "./arrange-properties.ts";

const frame = { entityType: "item", typePath: "item", createdOn: "", updatedOn: "", version: 1, name: "Parka" };
const style = { ...frame, id: "s", itemFamilyId: "s" };
const option = { ...frame, id: "o", itemFamilyId: "s" };

function property(slug: string, more: Partial<ReturnType<typeof seenProperty>> = {}) {
  return { ...seenProperty(slug, ""), declaredBy: "item", ...more };
}

function slugsOf(sections: ReturnType<typeof arrangeSections>) {
  return sections.map(({ title, properties }) => [title, properties.map(({ slug }) => slug)]);
}

const properties = ["name", "federatedId", "price", "fit", "photo"].map((slug) => property(slug));

test("sections keep their order, common fields come first, and the rest is under Other", () => {
  const sections = [
    { title: "Style", properties: ["fit", "gone"] },
    { title: "Empty", properties: ["gone"] },
  ];

  const arranged = arrangeSections(properties, { sections }, "photo");

  expect(slugsOf(arranged)).toEqual([
    ["Style", ["name", "federatedId", "fit"]],
    ["Other", ["price"]],
  ]);
});

test("a section may name the picture and a common field", () => {
  const arranged = arrangeSections(
    properties,
    { sections: [{ title: "All", properties: ["photo", "name"] }] },
    "photo",
  );

  expect(slugsOf(arranged)).toEqual([
    ["All", ["federatedId", "photo", "name"]],
    ["Other", ["price", "fit"]],
  ]);
});

test("a type without sections has one with everything", () => {
  expect(slugsOf(arrangeSections(properties, {}, "photo"))).toEqual([
    ["Details", ["name", "federatedId", "price", "fit"]],
  ]);
  expect(arrangeSections([], {}, undefined)).toEqual([]);
});

const built = { isBuiltIn: true };
const all = [
  property("roles", built),
  property("itemFamilyId", built),
  property("optionName", built),
  property("ean", { level: "option" }),
  property("price", { level: "family" }),
  property("old", { isDisabled: true }),
];

test.each([
  ["a style", style, ["price"]],
  ["an option", option, ["optionName", "ean", "price"]],
  ["a style with an option name", { ...style, optionName: "Red" }, ["optionName", "price"]],
])("%s lists what belongs to it", (_, entity, slugs) => {
  expect(visibleProperties(entity, all).map(({ slug }) => slug)).toEqual(slugs);
});

test.each([
  ["family", option, "style"],
  ["override", { ...option, price: 1 }, "inherited"],
  ["override", { ...option, price: 2 }, "overridden"],
  ["override", { ...style, price: 1 }, "own"],
  ["option", option, "own"],
  ["all", option, "own"],
] as const)("a value of level %s of %j is %s", (level, entity, origin) => {
  expect(originOf({ slug: "price", level }, entity, { ...style, price: 1 })).toBe(origin);
});

test("the state is a choice by its name", () => {
  const choice = { propertyType: "choice" as const };

  expect(statePropertyOf([property("status"), property("fit", choice), property("Status", choice)])?.slug).toBe(
    "Status",
  );
  expect(statePropertyOf([property("fit", choice)])).toBeUndefined();
});

test("further pictures are those after the main one, each once", () => {
  const pictures = [property("photo", { propertyType: "image_list" }), property("back", { propertyType: "image" })];
  const entity = { ...style, photo: ["a", "b", "c"], back: "b" };

  expect(furtherPictures(entity, pictures, "photo")).toEqual(["b", "c"]);
  expect(furtherPictures(entity, pictures, "back")).toEqual(["a", "c"]);
});
