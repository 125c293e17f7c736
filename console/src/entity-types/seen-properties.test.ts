import type { EntityType } from "@weft/client";
import { describe, expect, test } from "vitest";
import { guessKind, seenProperties } from "./seen-properties.ts";

function typeNamed(typePath: string, ...slugs: readonly string[]): EntityType {
  return {
    id: typePath,
    entityType: "entity-type",
    typePath,
    label: typePath,
    mode: "open",
    isDescribed: true,
    presentation: {},
    effectivePresentation: {},
    properties: slugs.map((slug) => ({ slug, label: slug, propertyType: "string" })),
    inheritedProperties: [],
    createdOn: "2026-03-01T00:00:00.000Z",
    updatedOn: "2026-03-01T00:00:00.000Z",
    createdById: null,
    updatedById: null,
    version: 1,
  };
}

test("undefined keys are found, most frequent first, with some of their values", () => {
  const types = [typeNamed("item"), typeNamed("item:shoe", "sole")];
  const entities = [
    { id: "1", typePath: "item:shoe", name: "a", sole: "rubber", weight: "12", lining: "wool" },
    { id: "2", typePath: "item:shoe", name: "b", weight: "13" },
    { id: "3", typePath: "item", name: "c", sole: "none", weight: "12" },
  ];

  expect(seenProperties(entities, types)).toEqual([
    { slug: "weight", count: 3, samples: ["12", "13"], guess: "number" },
    { slug: "lining", count: 1, samples: ["wool"], guess: "string" },
    { slug: "sole", count: 1, samples: ["none"], guess: "string" },
  ]);
});

describe("the detected data type of values", () => {
  test.each([
    [["1", "2.5", "-3"], "number"],
    [[1, 2], "number"],
    [["1", "one"], "string"],
    [["true", "FALSE"], "boolean"],
    [["2026-03-01"], "date"],
    [["2026-03-01T08:00:00Z"], "datetime"],
    [["https://weft.example/a.png"], "url"],
    [["a\nb"], "text"],
    [[{ a: 1 }], "json"],
    [[["a"]], "json"],
  ])("%j is %s", (values, kind) => {
    expect(guessKind(values)).toBe(kind);
  });
});
