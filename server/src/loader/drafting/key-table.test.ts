import fc from "fast-check";
import { expect, test } from "vitest";
import { hashFields, hashText, KeyTable, keyOfTexts } from "./key-table.ts";

test("a table behaves like a Map", () => {
  const texts = fc.string({ maxLength: 3 });
  const puts = fc.array(fc.record({ text: texts, content: fc.nat(), row: fc.integer({ min: 2, max: 2 ** 32 - 1 }) }), {
    maxLength: 3_000,
    size: "max",
  });

  fc.assert(
    fc.property(puts, fc.array(texts), (entries, others) => {
      const table = new KeyTable();
      const expected = new Map<string, { content: number; row: number }>();
      for (const { text, content, row } of entries) {
        expect(table.find(keyOfTexts(1, text))).toStrictEqual(expected.get(text));
        table.put(keyOfTexts(1, text), { content, row });
        expected.set(text, { content, row });
      }
      for (const text of [...expected.keys(), ...others]) {
        expect(table.find(keyOfTexts(1, text))).toStrictEqual(expected.get(text));
        expect(table.find(keyOfTexts(2, text))).toBeUndefined();
      }
    }),
    { numRuns: 25 },
  );
});

test("colliding keys are kept apart, also when the table grows", () => {
  const table = new KeyTable();
  const keys = Array.from({ length: 500 }, (_, high) => ({ high, low: 2 ** 32 - 1 }));

  keys.forEach((key, index) => {
    table.put(key, { content: index, row: index + 2 });
  });

  expect(keys.map((key) => table.find(key))).toStrictEqual(
    keys.map((_, index) => ({ content: index, row: index + 2 })),
  );
  expect(table.find({ high: 500, low: 2 ** 32 - 1 })).toBeUndefined();
});

test("sequential ids share no 64-bit hashes, and memory stays small", () => {
  const table = new KeyTable();
  const count = 200_000;
  let taken = 0;

  for (let index = 0; index < count; index++) {
    const key = keyOfTexts(1, `STYLE-${index}`);
    taken += table.find(key) === undefined ? 0 : 1;
    table.put(key, { content: index, row: index + 2 });
  }

  expect(taken).toBe(0);
  expect(table.byteLength / count).toBeLessThan(40);
});

test("32-bit hashes of sequential ids collide as rarely as random ones", () => {
  const count = 100_000;
  const hashes = new Set(
    Array.from({ length: count }, (_, index) => hashText(`SKU-${String(index).padStart(8, "0")}`, 7)),
  );

  // About one pair is expected: count² / 2³³.
  expect(count - hashes.size).toBeLessThan(10);
});

test("texts are not concatenated: their boundaries count", () => {
  expect(keyOfTexts(1, "ab", "c")).not.toStrictEqual(keyOfTexts(1, "a", "bc"));
  expect(keyOfTexts(1, "", "a")).not.toStrictEqual(keyOfTexts(1, "a", ""));
  expect(hashText("a\0", 1)).not.toBe(hashText("a", 1));
});

test.each([
  [{ a: "1", b: 2 }, { b: 2, a: "1" }, true],
  [{ a: "1", b: undefined }, { a: "1" }, true],
  [{ a: { x: 1, y: [1] } }, { a: { y: [1], x: 1 } }, true],
  [{ a: "1" }, { a: 1 }, false],
  [{ a: null }, {}, false],
  [{ a: null }, { a: "" }, false],
  [{ a: true }, { a: "true" }, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{ a: ["1"] }, { a: [1] }, false],
  [{ a: [] }, { a: {} }, false],
  [{ a: "x", b: "y" }, { a: "y", b: "x" }, false],
  [{ a: { b: 1 } }, { a: { c: 1 } }, false],
])("the hashes of %j and %j are the same: %s", (one, other, isSame) => {
  expect(hashFields(one, 1) === hashFields(other, 1)).toBe(isSame);
});
