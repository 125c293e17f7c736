import { describe, expect, test } from "vitest";
import { detectDelimiter, parseCsv } from "./csv-text.ts";

describe("parseCsv", () => {
  test.each([
    [
      "plain cells",
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "no line break at the end",
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["CR, LF and CRLF", "a\rb\nc\r\nd", [["a"], ["b"], ["c"], ["d"]]],
    ["trimmed cells", " a , b \n", [["a", "b"]]],
    ["a quoted delimiter", '"a,b",c', [["a,b", "c"]]],
    ["a quoted line break", '"a\nb",c', [["a\nb", "c"]]],
    ["doubled quotes", '"say ""hi""",c', [['say "hi"', "c"]]],
    ["spaces around quotes", ' "a" ,b', [["a", "b"]]],
    ["a quote within a cell is data", 'a"b,c', [['a"b', "c"]]],
    ["text after a closing quote is kept unchanged", '"a" b,c', [['"a" b', "c"]]],
    ["blank lines are skipped", "a\n\n\nb", [["a"], ["b"]]],
    [
      "empty cells are kept",
      ",\na,",
      [
        ["", ""],
        ["a", ""],
      ],
    ],
    ["an empty quoted cell", '"",x', [["", "x"]]],
    ["nothing", "", []],
  ])("reads %s", (_, text, cells) => {
    expect(parseCsv(text, ",").rows.map((row) => row.cells)).toEqual(cells);
  });

  test("rows are numbered as in a spreadsheet, including blank lines", () => {
    expect(parseCsv("a\n\nb\nc", ",").rows.map(({ number }) => number)).toEqual([1, 3, 4]);
  });

  test("an unclosed quote is reported", () => {
    expect(parseCsv('a,"b\nc', ",")).toMatchObject({ isQuoteOpen: true, rows: [{ cells: ["a", "b\nc"] }] });
    expect(parseCsv('a,"b"\nc', ",").isQuoteOpen).toBe(false);
  });

  test("a tab is a delimiter and not whitespace", () => {
    expect(parseCsv("a\t\tb", "\t").rows[0]?.cells).toEqual(["a", "", "b"]);
  });
});

describe("detectDelimiter", () => {
  test.each([
    ["a,b,c", ","],
    ["a;b;c", ";"],
    ["a\tb", "\t"],
    ["a|b|c", "|"],
    ["one column", ","],
    ['"a,b,c";d', ";"],
    ["\n\na;b\n1,2,3,4", ";"],
    ['"never closed, a, b', ","],
  ])("of %j is %j", (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});
