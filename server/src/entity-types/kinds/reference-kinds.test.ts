import { describe, expect, test } from "vitest";
import { propertyKinds } from "./property-kinds.ts";
import { buildProperty } from "./testing/build-property.ts";
import { readCell, readJson, validateDefinition } from "./testing/read-value.ts";

const id = "A-b_0123456789zz";
const otherId = "B-b_0123456789zz";
const notAnId = "is not an id: P10. An id has 16 of the characters A–Z a–z 0–9 _ -.";
const context = {
  options: [],
  idsOfNames: new Map([
    ["P10", id],
    ["ana@example.com", otherId],
    // A federatedId may look like an id; it takes precedence.
    ["C-b_0123456789zz", otherId],
  ]),
};

describe.each(["object_reference", "image"] as const)("%s is one id", (kind) => {
  const property = buildProperty(kind);

  test("an id is stored unchanged", () => {
    expect(readJson(id, property)).toStrictEqual({ value: id });
    expect(readCell(id, property)).toStrictEqual({ value: id });
  });

  test("anything else is rejected", () => {
    expect(readJson("P10", property)).toStrictEqual({ error: notAnId });
    expect(readCell("P10", property)).toStrictEqual({ error: notAnId });
    expect(readJson(`${id}\n`, property)).toHaveProperty("error");
    expect(readJson([id], property)).toHaveProperty("error");
  });

  test("it refers to the entity with that id", () => {
    expect(propertyKinds[kind].referencesIn?.(id)).toStrictEqual([id]);
  });
});

describe.each(["object_ref_list", "user_list", "image_list"] as const)("%s is a list of ids", (kind) => {
  const property = buildProperty(kind);

  test.each([
    [[], undefined],
    [[otherId, id], undefined],
    [[id, id], `contains ${id} twice. Remove one.`],
    [[id, "P10"], notAnId],
    [[id, 7], "must be a list of strings, but its entry 2 is not a string."],
  ])("the JSON %j", (value, error) => {
    expect(readJson(value, property)).toStrictEqual(error === undefined ? { value } : { error });
  });

  test("a single id is not a list in JSON, but it is in a cell", () => {
    expect(readJson(id, property)).toHaveProperty("error");
    expect(readCell(id, property)).toStrictEqual({ value: [id] });
    expect(readCell(`${otherId}, ${id}`, property)).toStrictEqual({ value: [otherId, id] });
  });

  test("a cell with a duplicate is rejected", () => {
    expect(readCell(`P10, ${id}`, property, context)).toHaveProperty("error");
  });

  test("it refers to all entities in the list", () => {
    expect(propertyKinds[kind].referencesIn?.([id, otherId])).toStrictEqual([id, otherId]);
  });
});

describe("cells refer to entities by federatedId, else by id, and to users by email", () => {
  test.each([
    ["object_reference", "P10", id],
    ["object_reference", "C-b_0123456789zz", otherId],
    ["object_reference", id, id],
    ["object_ref_list", "P10, C-b_0123456789zz", [id, otherId]],
    ["user_list", "Ana@Example.com", [otherId]],
  ] as const)("%s %s", (kind, cell, value) => {
    expect(readCell(cell, buildProperty(kind), context)).toStrictEqual({ value });
  });

  test("JSON values do not", () => {
    expect(readJson("P10", buildProperty("object_reference"), context)).toStrictEqual({ error: notAnId });
    expect(readJson(["ana@example.com"], buildProperty("user_list"), context)).toHaveProperty("error");
  });
});

test("object_reference and object_ref_list need a target type", () => {
  expect(validateDefinition(buildProperty("object_reference", { referenceType: undefined }))).toMatch(
    /^object_reference requires referenceType/,
  );
  expect(validateDefinition(buildProperty("object_ref_list", { referenceType: undefined }))).toMatch(
    /^object_ref_list requires referenceType/,
  );
  expect(validateDefinition(buildProperty("object_reference"))).toBeUndefined();
  expect(validateDefinition(buildProperty("object_ref_list"))).toBeUndefined();
});

describe("a size_range is an object with sizes, and in a cell a list", () => {
  const property = buildProperty("size_range");
  const shape = 'must be an object such as {"sizes": ["S", "M", "L"]}.';

  test.each([
    [{ sizes: ["S", "M", "L"] }, undefined],
    [{ sizes: [] }, undefined],
    [{ sizes: ["S", "S"] }, "contains S twice. Remove one."],
    [{ sizes: ["S", 38] }, "must be a list of strings, but its entry 2 is not a string."],
    [{ sizes: [""] }, "contains an empty size. Remove it."],
    [{ sizes: ["S\0"] }, "contains the NUL character (U+0000), which cannot be stored. Remove it."],
    [{ sizes: Array.from({ length: 201 }, String) }, "must have at most 200 sizes."],
    [{ sizes: "S,M" }, shape],
    [{ sizes: ["S"], template: "T" }, shape],
    [["S", "M"], shape],
    ["S,M", shape],
  ])("%.60j", (value, error) => {
    expect(readJson(value, property)).toStrictEqual(error === undefined ? { value } : { error });
  });

  test("a cell lists the sizes", () => {
    expect(readCell("S, M ,L", property)).toStrictEqual({ value: { sizes: ["S", "M", "L"] } });
    expect(readCell("S,S", property)).toStrictEqual({ error: "contains S twice. Remove one." });
  });

  test("it cannot specify its own template", () => {
    expect(validateDefinition(buildProperty("size_range", { templateProperty: "it" }))).toMatch(
      /^templateProperty must be another property/,
    );
    expect(validateDefinition(buildProperty("size_range", { templateProperty: "template" }))).toBeUndefined();
    expect(validateDefinition(property)).toBeUndefined();
  });
});
