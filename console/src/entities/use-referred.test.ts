import { expect, test } from "vitest";
import { seenProperty } from "./entity-property.ts";
import { idsByKind } from "./use-referred.ts";

const frame = { entityType: "item", typePath: "item", createdOn: "", updatedOn: "", version: 1 };
const color = { ...seenProperty("color", ""), propertyType: "object_reference" as const, referenceType: "color" };
const lining = { ...color, slug: "lining" };
const any = { ...color, slug: "any", referenceType: undefined };

test("ids are requested once for each kind, and references to any kind are skipped", () => {
  const entities = [
    { ...frame, id: "1", color: "red", lining: "blue", any: "x" },
    { ...frame, id: "2", color: "red", lining: ["green"] },
  ];

  const found = [...idsByKind(entities, [color, lining, any])].map(([{ name }, ids]) => [name, ids]);

  expect(found).toEqual([["color", ["blue", "green", "red"]]]);
});

test("nothing is requested where nothing is referenced", () => {
  expect(idsByKind([{ ...frame, id: "1" }], [color]).size).toBe(0);
});
