import { expect, test } from "vitest";
import { seenProperty } from "../entity-property.ts";
import { diffsOfChange, statesIn } from "./diffs-of-change.ts";

const fit = { ...seenProperty("fit", ""), label: "Fit", propertyType: "choice" as const, optionSetId: "fits" };
const meanings = { options: new Map([["fits", [{ value: "slim", display: "Slim fit" }]]]), referred: new Map() };
const change = {
  propertyDiffs: {
    fit: { propertyName: "Fit", oldValue: null, newValue: "slim" },
    gone: { propertyName: "Gone", oldValue: { a: 1 }, newValue: null },
  },
};

test("values of known properties are formatted, others are unchanged", () => {
  expect(diffsOfChange(change, [fit], meanings)).toEqual([
    { slug: "fit", name: "Fit", oldValue: "", newValue: "Slim fit" },
    { slug: "gone", name: "Gone", oldValue: { a: 1 }, newValue: null },
  ]);
});

test("references are found in old and new values", () => {
  const entity = { id: "a", entityType: "item", typePath: "item", createdOn: "", updatedOn: "", version: 1 };

  expect(statesIn([change], entity).map(({ fit: value }) => value)).toEqual([null, "slim"]);
});
