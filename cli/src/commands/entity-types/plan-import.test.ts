import { describe, expect, test } from "vitest";
import { describeStored } from "./describe-stored.ts";
import type { ImportStep } from "./import-step.ts";
import type { StoredTypes } from "./load-types.ts";
import { planImport } from "./plan-import.ts";
import { stored, storedSet, storedType } from "./testing/stored-types.ts";
import type { FileType, TypeFile } from "./type-file.ts";

function wantedType(typePath: string, slugs: readonly string[] = [], more: object = {}): FileType {
  return {
    typePath,
    label: typePath,
    mode: "open",
    properties: slugs.map((slug) => ({ slug, label: slug, propertyType: "string", ...more })),
  };
}

function planOf(file: Partial<TypeFile>, types: StoredTypes, deletesOthers = false) {
  return planImport({ file: { optionSets: [], entityTypes: [], ...file }, stored: types, deletesOthers });
}

function reported(steps: readonly ImportStep[]): string[] {
  return steps.map(({ action, key, changes }) => [action, key, ...changes].join(" "));
}

test("an import of the exported file has no steps", () => {
  const types = stored(
    [storedType("item", [{ slug: "season", propertyType: "choice", optionSetId: "os1" }]), storedType("item:shoe")],
    [storedSet("os1", "Seasons", ["FW26"], "seasons")],
  );

  for (const deletesOthers of [false, true]) {
    const plan = planImport({ file: describeStored(types), stored: types, deletesOthers });
    expect(plan).toMatchObject({ steps: [], unchanged: 3, kept: [] });
  }
});

test("a presentation is exported, changed, kept if the file has none, and removed with others", () => {
  const presentation = { icon: "shoe", keyFacts: ["sole"] } as const;
  const types = stored([
    storedType("item:shoe", [{ slug: "sole" }], { presentation: { ...presentation, keyFacts: ["sole"] } }),
  ]);
  const { entityTypes } = describeStored(types);
  const [{ presentation: _omitted, ...bare } = wantedType("item:shoe")] = entityTypes;

  const changed = planOf({ entityTypes: [{ ...bare, presentation: { icon: "boot" } }] }, types);
  const kept = planOf({ entityTypes: [bare] }, types);
  const removed = planOf({ entityTypes: [bare] }, types, true);

  expect(entityTypes).toMatchObject([{ presentation }]);
  expect(changed.steps).toMatchObject([
    { changes: ["presentation changed"], type: { presentation: { icon: "boot" } } },
  ]);
  expect(kept.steps).toEqual([]);
  expect(removed.steps).toMatchObject([{ changes: ["presentation changed"], type: { presentation: null } }]);
});

describe("without deleting others", () => {
  test("missing entities are created, different ones updated, and the rest kept", () => {
    const types = stored(
      [storedType("item", [{ slug: "old" }, { slug: "price", propertyType: "number" }]), storedType("item:hat")],
      [storedSet("os1", "Sizes", ["S", "XS"])],
    );
    const sizes = { name: "Sizes", options: ["S", "M"].map((value) => ({ value, display: value })) };

    const plan = planOf(
      { optionSets: [sizes], entityTypes: [{ ...wantedType("item", ["price", "fabric"]), label: "Item" }] },
      types,
    );

    expect(reported(plan.steps)).toEqual([
      "update Sizes adds M",
      "update item adds fabric changes price order changed",
    ]);
    expect(plan.steps[0]).toMatchObject({ set: { options: [{ value: "S" }, { value: "M" }, { value: "XS" }] } });
    expect(plan.steps[1]).toMatchObject({
      version: 3,
      type: { properties: [{ slug: "price" }, { slug: "fabric" }, { slug: "old" }] },
    });
    expect(plan.kept).toEqual(["options of Sizes: XS", "type item:hat", "properties of item: old"]);
  });

  test("a set is identified by its federatedId, or by its name if it has none", () => {
    const types = stored([], [storedSet("a", "Colours", [], "colors"), storedSet("b", "Sizes", [])]);

    const plan = planOf(
      {
        optionSets: [
          { name: "Colors", federatedId: "colors", options: [] },
          { name: "Sizes", federatedId: "sizes", options: [] },
          { name: "Fits", options: [] },
        ],
      },
      types,
    );

    expect(reported(plan.steps)).toEqual([
      "update colors name Colours → Colors",
      "update sizes federatedId sizes",
      "create Fits 0 options",
    ]);
    expect([...plan.setIds]).toEqual([
      ["colors", "a"],
      ["sizes", "b"],
    ]);
  });

  test("an ambiguous set name and an unknown set are rejected", () => {
    const twins = stored([], [storedSet("a", "Sizes", []), storedSet("b", "Sizes", [])]);
    const lost = wantedType("item", ["size"], { optionSet: "Sizes", propertyType: "choice" });

    expect(() => planOf({ optionSets: [{ name: "Sizes", options: [] }] }, twins)).toThrow(/2 option sets named Sizes/);
    expect(() => planOf({ entityTypes: [lost] }, stored([]))).toThrow(
      /refers to the option set Sizes, which exists neither/,
    );
  });
});

describe("the order", () => {
  test("is option sets, parents and referenced types, before their dependents", () => {
    const plan = planOf(
      {
        optionSets: [{ name: "Sizes", options: [] }],
        entityTypes: [
          wantedType("item:a:b"),
          wantedType("item:a", ["maker"], { referenceType: "custom-entity:maker", propertyType: "object_reference" }),
          wantedType("custom-entity:maker", ["size"], { optionSet: "Sizes", propertyType: "choice" }),
        ],
      },
      stored([storedType("item"), storedType("custom-entity")]),
    );

    expect(plan.steps.map(({ key, isDependent }) => [key, isDependent])).toEqual([
      ["Sizes", false],
      ["custom-entity:maker", true],
      ["item:a", true],
      ["item:a:b", true],
    ]);
  });

  test("creates types that refer to each other without properties first", () => {
    const reference = { propertyType: "object_reference" };
    const plan = planOf(
      {
        entityTypes: [
          wantedType("custom-entity:a", ["b"], { ...reference, referenceType: "custom-entity:b" }),
          wantedType("custom-entity:b", ["a"], { ...reference, referenceType: "custom-entity:a" }),
          wantedType("custom-entity:c", ["self"], { ...reference, referenceType: "custom-entity:c" }),
        ],
      },
      stored([storedType("custom-entity")]),
    );

    expect(reported(plan.steps)).toEqual([
      "create custom-entity:a no properties yet",
      "create custom-entity:b 1 property",
      "update custom-entity:a 1 property",
      "create custom-entity:c 1 property",
    ]);
  });
});

describe("with --prune", () => {
  test("deletes child types first, then sets, and empties roots", () => {
    const types = stored(
      [
        storedType("item", [{ slug: "price" }], { label: "Thing" }),
        storedType("item:a"),
        storedType("item:a:b"),
        storedType("item:seen", [], { isDescribed: false }),
      ],
      [storedSet("os1", "Sizes", [])],
    );

    const plan = planOf({}, types, true);

    expect(reported(plan.steps)).toEqual([
      "delete item:a:b",
      "delete item:a",
      "update item label Thing → Item removes price",
      "delete Sizes",
    ]);
    expect(plan.kept).toEqual([]);
  });

  test("a property that moves up leaves its old type first", () => {
    const types = stored([storedType("item"), storedType("item:a", [{ slug: "price" }, { slug: "heel" }])]);

    const plan = planOf(
      {
        entityTypes: [
          { ...wantedType("item", ["price"]), label: "Item" },
          { ...wantedType("item:a", ["heel"]), label: "a" },
        ],
      },
      types,
      true,
    );

    expect(reported(plan.steps)).toEqual([
      "update item:a moves price away",
      "update item adds price",
      "update item:a removes price",
    ]);
    expect(plan.steps[2]).toMatchObject({ version: undefined });
  });
});
