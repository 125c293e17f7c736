import { describe, expect, test } from "vitest";
import { chosenStyles } from "./choose-styles.ts";
import { checkDigit, makeCollection } from "./make-collection.ts";
import { palette } from "./palette.ts";

const collection = makeCollection(26);
const options = collection.flatMap((style) => style.options);

function distinct<Value>(values: readonly Value[]): number {
  return new Set(values).size;
}

test("a collection has 300 styles in 1,500 colors", () => {
  expect(collection).toHaveLength(300);
  expect(options).toHaveLength(1500);
  expect(
    collection
      .map((style) => style.options.length)
      .sort()
      .at(0),
  ).toBe(3);
});

test("the same seed creates the same collection, and another seed another one", () => {
  expect(makeCollection(26)).toEqual(collection);
  expect(makeCollection(27)).not.toEqual(collection);
});

test("names, keys and article numbers are unique", () => {
  expect(distinct(collection.map(({ name }) => name))).toBe(300);
  expect(distinct([...collection, ...options].map(({ federatedId }) => federatedId))).toBe(1800);
  expect(distinct(options.map(({ ean }) => ean))).toBe(1500);
});

describe("every style is plausible", () => {
  test("it costs less than its retail price, which is a common price point", () => {
    for (const { retailPrice, costPrice, garment } of collection) {
      expect(costPrice).toBeGreaterThan(retailPrice * 0.2);
      expect(costPrice).toBeLessThan(retailPrice * 0.4);
      expect(retailPrice.toFixed(2)).toMatch(/(9\.00|\.95)$/);
      expect(retailPrice).toBeLessThan(garment.prices[1] + 10);
    }
  });

  test("its supplier works with its fabric, and its season fits", () => {
    for (const { supplier, garment, seasons } of collection) {
      expect(supplier.fabrics).toContain(garment.fabric);
      expect(seasons.every(({ climates }) => climates.includes(garment.climate))).toBe(true);
    }
  });

  test("its colors differ", () => {
    for (const style of collection) {
      expect(distinct(style.options.map(({ color }) => color))).toBe(style.options.length);
    }
  });
});

test("seasons share carry-over styles", () => {
  const counts = ["aw26", "ss27"].map((key) =>
    collection.filter(({ seasons }) => seasons.some((one) => one.key === key)),
  );

  expect(counts.map((styles) => styles.length)).toEqual([170, 170]);
});

test("there are sixty colors with distinct names and six digits", () => {
  expect(palette).toHaveLength(60);
  expect(distinct(palette.map(({ name }) => name))).toBe(60);
  expect(palette.every(({ hex }) => /^[0-9a-f]{6}$/.test(hex))).toBe(true);
});

test.each([
  ["400638133393", 1],
  ["978014300723", 4],
  ["200026000028", 2],
])("the check digit of %s is %i", (digits, digit) => {
  expect(checkDigit(digits)).toBe(digit);
});

test("a style has at most one event of each kind", () => {
  const { reduced, capsule, approved, dropped } = chosenStyles(collection);
  const chosen = [...reduced, ...capsule, ...approved, dropped];

  expect([reduced.length, capsule.length, approved.length]).toEqual([12, 8, 4]);
  expect(distinct(chosen)).toBe(chosen.length);
});
