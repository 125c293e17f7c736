import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, wordsIn } from "../../platform/fold-text.ts";
import { endingsOf, textPartsOf } from "./text-parts.ts";

test.each<[string, string[]]>([
  ["", []],
  ["parka", []],
  ["parkas", ["kas"]],
  ["quilted", ["lted"]],
  ["collections", ["lections", "tions"]],
  ["a".repeat(19), ["a".repeat(12), "a".repeat(12), "a".repeat(10), "a".repeat(7), "aaaa"]],
  ["外套外套外套", ["套外套"]],
  ["😀😀😀😀😀😀", ["😀😀😀"]],
])("the stored endings of %j are %j", (word, endings) => {
  expect(endingsOf(word)).toEqual(endings);
});

test.each<[string, { words: string[]; endings: string[] }[]]>([
  ["", []],
  ["!", []],
  ["coat", []],
  ["coats", [{ words: ["coats"], endings: ["coats", "oats", "ats"] }]],
  [" coat", [{ words: ["coat"], endings: [] }]],
  ["arka 12", [{ words: ["12"], endings: [] }]],
  [
    "parka 1-2",
    [
      { words: ["parka"], endings: ["parka", "arka", "rka"] },
      { words: ["1"], endings: [] },
      { words: ["2"], endings: [] },
    ],
  ],
  ["a".repeat(50), [{ words: ["a".repeat(12)], endings: Array.from({ length: 3 }, () => "a".repeat(12)) }]],
])("%j is found by %j", (folded, parts) => {
  expect(textPartsOf(folded)).toEqual(parts);
});

const characters = fc.constantFrom(..."abcabcabc123 -/ßÄé外套😀́\n");

test("a text has all parts of any text that it contains", () => {
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 60 }), fc.nat(60), fc.nat(20), (text, start, length) => {
      const folded = foldText(text.join(""));
      const contained = Array.from(folded)
        .slice(start, start + length)
        .join("");
      const words = wordsIn(folded);
      const endings = words.flatMap(endingsOf);
      const has = (stored: readonly string[], beginnings: readonly string[]) =>
        stored.some((one) => beginnings.some((beginning) => one.startsWith(beginning)));

      const missing = textPartsOf(contained).filter((part) => !has(words, part.words) && !has(endings, part.endings));

      expect(missing).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});
