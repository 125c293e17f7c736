import { type PropertyType, propertyTypes } from "@weft/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../platform/json-value.ts";
import { buildProperty } from "./testing/build-property.ts";
import { readCell, readJson } from "./testing/read-value.ts";

const context = { options: ["fw", "ss", "resort"].map((value) => ({ value, display: value.toUpperCase() })) };
const id = fc.stringMatching(/^[A-Za-z0-9_-]{16}$/);
const safeDate = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-30"), noInvalidDate: true });
const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((number) => number / 10_000);
const option = fc.constantFrom("fw", "ss", "resort");
const size = fc.stringMatching(/^[A-Z0-9/]{1,5}$/);
const text = fc.string({ unit: "grapheme" });

/** Values of each kind that callers are likely to send. */
const values: Partial<Record<PropertyType, fc.Arbitrary<JsonValue>>> = {
  string: text,
  text,
  number: fc.oneof(fc.double(), fc.integer()),
  currency: amount,
  percent: fc.double({ noNaN: true, noDefaultInfinity: true }),
  rating: fc.double({ min: 0, max: 5, noNaN: true }),
  date: safeDate.map((date) => date.toISOString().slice(0, 10)),
  datetime: fc.oneof(
    safeDate.map((date) => date.toISOString()),
    safeDate.map((date) => date.toISOString().replace("Z", "-05:30")),
  ),
  boolean: fc.boolean(),
  choice: option,
  multi_select: fc.uniqueArray(option, { minLength: 1 }),
  url: fc.webUrl(),
  image: id,
  image_list: fc.uniqueArray(id, { minLength: 1 }),
  json: fc.jsonValue({ noUnicodeString: false }).map((value): JsonValue => JSON.parse(JSON.stringify(value))),
  object_reference: id,
  object_ref_list: fc.uniqueArray(id, { minLength: 1 }),
  size_range: fc.uniqueArray(size, { minLength: 1 }).map((sizes) => ({ sizes })),
  user_list: fc.uniqueArray(id, { minLength: 1 }),
};

/** Arbitrary values, valid or not. */
const anything = fc
  .oneof(fc.jsonValue({ noUnicodeString: false }), fc.double(), fc.string({ unit: "binary" }))
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)) ?? 0);

/** A stored value as a file would contain it. */
function cellOf(kind: PropertyType, value: JsonValue): string {
  if (kind === "json") {
    return JSON.stringify(value);
  }
  const sizes = typeof value === "object" && value !== null && "sizes" in value ? value["sizes"] : value;
  return Array.isArray(sizes) ? sizes.join(", ") : String(sizes);
}

describe.each(propertyTypes)("%s", (kind) => {
  const property = buildProperty(kind);
  const likely = values[kind] ?? anything;

  test("accepts its stored values unchanged", () => {
    fc.assert(
      fc.property(fc.oneof(likely, anything), (given) => {
        const reading = readJson(given, property, context);

        if ("value" in reading) {
          expect(readJson(reading.value, property, context)).toStrictEqual(reading);
        }
      }),
    );
  });

  test("reads its stored values from a cell", () => {
    fc.assert(
      fc.property(likely, (given) => {
        const reading = readJson(given, property, context);

        if ("value" in reading) {
          expect(readCell(cellOf(kind, reading.value), property, context)).toStrictEqual(reading);
        }
      }),
    );
  });

  test("returns a short error or a value for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (cell) => {
        for (const reading of [readJson(cell, property, context), readCell(cell, property, context)]) {
          if ("error" in reading) {
            expect(reading.error.length).toBeLessThan(200);
            expect(reading.error).toMatch(/\.$/);
            expect(reading.error).not.toMatch(/[\p{Cc}\p{Cs}]/u);
          }
        }
      }),
    );
  });
});

test("the values in these tests are mostly accepted", () => {
  for (const [kind, arbitrary] of Object.entries(values)) {
    const property = buildProperty(propertyTypes.find((name) => name === kind) ?? "json");
    const readings = fc.sample(arbitrary, 50).map((value) => readJson(value, property, context));

    expect(readings.filter((reading) => "value" in reading).length, kind).toBeGreaterThan(10);
  }
});
