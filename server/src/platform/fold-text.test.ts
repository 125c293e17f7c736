import { describe, expect, test } from "vitest";
import { foldText, partsOf, wordsOf } from "./fold-text.ts";

describe("folded texts", () => {
  test.each([
    ["Parka", "parka"],
    ["Crème Brûlée", "creme brulee"],
    ["Straße", "strasse"],
    ["STRASSE", "strasse"],
    ["Łódź Øresund Æon", "lodz oresund aeon"],
    ["İstanbul ISTANBUL ılık", "istanbul istanbul ilik"],
    ["ﬁne ½ ①", "fine 1⁄2 1"],
    ["e\u0301te\u0301", "ete"],
    ["Ελλάδα", "ελλαδα"],
    ["ΟΔΟΣ οδος", "οδοσ οδοσ"],
    ["ЁЛКА", "елка"],
    ["हिन्दी", "हिन्दी"],
    ["", ""],
  ])("%j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

describe("words", () => {
  test.each<[string, string[]]>([
    ["Trench coat, mauve (AW-24)", ["trench", "coat", "mauve", "aw", "24"]],
    ["item:product_12/x", ["item", "product", "12", "x"]],
    ["l'été\tCrème\nÄ", ["l", "ete", "creme", "a"]],
    ["🔥 drop", ["🔥", "drop"]],
    ["'; drop table entities; --", ["drop", "table", "entities"]],
    ["% _ \\ ' \" & | ! : * ( )", []],
    ["\u0000a\u0001b", ["a", "b"]],
    ["x".repeat(100), ["x".repeat(40)]],
    [`a${"𠀀".repeat(100)}`, [`a${"𠀀".repeat(39)}`]],
  ])("%j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test.each<[string, string[]]>([
    ["parka", ["parka"]],
    ["風衣外", ["風衣外", "衣外", "外"]],
    ["aw24風衣", ["aw24風衣", "風衣", "衣"]],
  ])("%j is found by the beginnings of %j", (word, parts) => {
    expect(partsOf(word)).toEqual(parts);
  });
});
