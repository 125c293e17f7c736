import { expect, test } from "vitest";
import { csvLine, parseTsv, unescapeFormula, writeTsv } from "./spreadsheet-text.ts";

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

test.each(pasted)("%j is parsed into cells", (text, rows) => {
  expect(parseTsv(text)).toEqual(rows);
});

test("copied cells can be pasted again", () => {
  const rows = [
    ["a\tb", "line\nend", 'say "so"', ""],
    ["", "", "", "x"],
  ];

  expect(parseTsv(writeTsv(rows))).toEqual(rows);
});

test("a CSV line is quoted where needed, and has an apostrophe before formulas but not before numbers", () => {
  const line = csvLine(["a", "b,c", 'd"e', " f", "=1+1", "'=1", "-5", ""]);

  expect(line).toBe(`a,"b,c","d""e"," f",'=1+1,''=1,-5,\r\n`);
});

test.each(["=1+1", "'=1", "-5", "a", "'", ""])("the cell %j of a CSV file round-trips", (cell) => {
  expect(unescapeFormula(csvLine([cell]).trimEnd())).toBe(cell);
});
