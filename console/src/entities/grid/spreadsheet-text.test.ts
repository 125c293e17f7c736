import { expect, test } from "vitest";
import { csvLine, parseTsv, writeTsv } from "./spreadsheet-text.ts";

const pasted: [text: string, rows: string[][]][] = [
  ["a", [["a"]]],
  [
    "a\tb\r\nc\td\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a\t\n\tb",
    [
      ["a", ""],
      ["", "b"],
    ],
  ],
  ['"two\nlines"\t"a ""word"""', [["two\nlines", 'a "word"']]],
  ['5" pipe\tx', [['5" pipe', "x"]]],
  ['"not closed\tx', [['"not closed', "x"]]],
  ['"closed" and more\tx', [['"closed" and more', "x"]]],
  ["", [[""]]],
];

test.each(pasted)("%j is read as cells", (text, rows) => {
  expect(parseTsv(text)).toEqual(rows);
});

test("what is copied can be pasted again", () => {
  const rows = [
    ["a\tb", "line\nend", 'say "so"', ""],
    ["", "", "", "x"],
  ];

  expect(parseTsv(writeTsv(rows))).toEqual(rows);
});

test("a line of CSV has quotes where they are needed, and nothing else is done to values", () => {
  expect(csvLine(["a", "b,c", 'd"e', " f", "=1+1", ""])).toBe('a,"b,c","d""e"," f",=1+1,\r\n');
});
