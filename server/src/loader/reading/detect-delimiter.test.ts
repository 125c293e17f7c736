import { expect, test } from "vitest";
import { detectDelimiter } from "./detect-delimiter.ts";

const cases: readonly (readonly [text: string, delimiter: string, isCertain: boolean])[] = [
  ["", ",", false],
  ["a", ",", false],
  ["a\n", ",", true],
  ["a,b\n", ",", true],
  ["a;b\r\n", ";", true],
  ["a\tb\r", "\t", true],
  ["a|b|c,d\n", "|", true],
  ["a;b,c\n", ",", true],
  ["\n \t \r\na;b\n1,2,3,4\n", ";", true],
  ['"a,b,c";d\n', ";", true],
  ['a; "b,c"\n', ";", true],
  ['"a ""x"", y, z";d\n', ";", true],
  ['"a\nb, c, d";e\n', ";", true],
  ['"a\n', ",", false],
  ['"a\nb, c";d', ";", false],
  ['5" tube,6" tube;x,y\n', ",", true],
  [';"a\nb', ";", false],
];

test.each(cases)("%j has %j", (text, delimiter, isCertain) => {
  expect(detectDelimiter(text)).toEqual({ delimiter, isCertain });
});
