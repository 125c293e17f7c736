import { expect, test } from "vitest";
import type { ReadingOptions } from "./read-rows.ts";
import { inChunks, readAll } from "./testing/read-all.ts";

/** The text, the headers, and the rows with their numbers. */
type Case = readonly [
  name: string,
  text: string,
  headers: readonly string[],
  rows: readonly (readonly [number, ...string[]])[],
  options?: ReadingOptions,
];

const quotes: readonly Case[] = [
  ["quoted delimiters", 'a,b\n"1,2",3\n', ["a", "b"], [[2, "1,2", "3"]]],
  ["doubled quotes", 'a,b\n"say ""hi""",""""\n', ["a", "b"], [[2, 'say "hi"', '"']]],
  ["empty quotes", 'a,b\n"",x\n', ["a", "b"], [[2, "", "x"]]],
  ["a quote in mid-field", 'a,b\n5" tube,x"y"z\n', ["a", "b"], [[2, '5" tube', 'x"y"z']]],
  ["text after the closing quote", 'a,b\n"1,2"3,"x" y\n', ["a", "b"], [[2, '"1,2"3', '"x" y']]],
  ["doubled quotes and text after them", 'a,b\n"x""y"z,1\n', ["a", "b"], [[2, '"x"y"z', "1"]]],
  ["spaces around quotes", 'a,b\n  "1,2"\t , "3"\n', ["a", "b"], [[2, "1,2", "3"]]],
  ["spaces within quotes are trimmed too", 'a,b\n" 1 ","\n2\n"\n', ["a", "b"], [[2, "1", "2"]]],
  ["quoted headers", '"a, x","b ""y"""\n1,2\n', ["a, x", 'b "y"'], [[2, "1", "2"]]],
  ["an apostrophe is not a quote", "a,b\n'1,2'\n", ["a", "b"], [[2, "'1", "2'"]]],
  ["a backslash escapes nothing", 'a,b\n"1\\",2\n', ["a", "b"], [[2, "1\\", "2"]]],
];

const lines: readonly Case[] = [
  [
    "LF",
    "a,b\n1,2\n3,4\n",
    ["a", "b"],
    [
      [2, "1", "2"],
      [3, "3", "4"],
    ],
  ],
  [
    "CRLF",
    "a,b\r\n1,2\r\n3,4\r\n",
    ["a", "b"],
    [
      [2, "1", "2"],
      [3, "3", "4"],
    ],
  ],
  [
    "CR",
    "a,b\r1,2\r3,4\r",
    ["a", "b"],
    [
      [2, "1", "2"],
      [3, "3", "4"],
    ],
  ],
  [
    "a mix of line ends",
    "a,b\r1,2\n3,4\r\n5,6\n\r7,8",
    ["a", "b"],
    [
      [2, "1", "2"],
      [3, "3", "4"],
      [4, "5", "6"],
      [6, "7", "8"],
    ],
  ],
  ["no line end at the end", "a,b\n1,2", ["a", "b"], [[2, "1", "2"]]],
  ["a delimiter at the end", "a,b\n1,", ["a", "b"], [[2, "1", ""]]],
  ["a CR at the end", "a,b\n1,2\r", ["a", "b"], [[2, "1", "2"]]],
  ["a quote at the end", 'a,b\n1,"2"', ["a", "b"], [[2, "1", "2"]]],
  [
    "blank lines are skipped and count",
    "a,b\n\n1,2\n   \n\t\n\r\n3,4\n\n",
    ["a", "b"],
    [
      [3, "1", "2"],
      [7, "3", "4"],
    ],
  ],
  ["blank lines before the header", "\n \r\na,b\n1,2\n", ["a", "b"], [[4, "1", "2"]]],
  [
    "quoted line breaks do not count",
    'a,b\n"1\n\r\n\r1",2\n3,4\n',
    ["a", "b"],
    [
      [2, "1\n\r\n\r1", "2"],
      [3, "3", "4"],
    ],
  ],
  [
    "LF in quotes with CRLF rows",
    'a,b\r\n"1\n1",2\r\n3,4\r\n',
    ["a", "b"],
    [
      [2, "1\n1", "2"],
      [3, "3", "4"],
    ],
  ],
  [
    "CRLF in quotes with LF rows",
    'a,b\n"1\r\n1",2\n3,4\n',
    ["a", "b"],
    [
      [2, "1\r\n1", "2"],
      [3, "3", "4"],
    ],
  ],
  ["a header of two lines", '"a\nx";b,c\n1;2\n', ["a\nx", "b,c"], [[2, "1", "2"]], { delimiter: ";" }],
];

const cells: readonly Case[] = [
  [
    "short rows are filled",
    "a,b,c\n1\n1,2\n",
    ["a", "b", "c"],
    [
      [2, "1", "", ""],
      [3, "1", "2", ""],
    ],
  ],
  ["values and headers are trimmed", " a ,\u00a0b\n 1\t,\u30002 x \n", ["a", "b"], [[2, "1", "2 x"]]],
  [
    "one column",
    "a\n1\n\n2\n",
    ["a"],
    [
      [2, "1"],
      [4, "2"],
    ],
  ],
  ["header only", "a,b\n", ["a", "b"], []],
  ["header only, without line end", "a,b", ["a", "b"], []],
  ["beyond the BMP", "näme,😀\n𝒳é,👩‍👩‍👧\n", ["näme", "😀"], [[2, "𝒳é", "👩‍👩‍👧"]]],
  ["the replacement character is data", "a,b\n\ufffd,x\n", ["a", "b"], [[2, "\ufffd", "x"]]],
  ["line separators of Unicode are data", "a,b\n1\u20281,2\u00852\n", ["a", "b"], [[2, "1\u20281", "2\u00852"]]],
  ["a byte order mark", '\ufeff"a",b\n1,2\n', ["a", "b"], [[2, "1", "2"]]],
  [
    "hostile names",
    '__proto__,{a},constructor,"""q"""\n1,2,3,4\n',
    ["__proto__", "{a}", "constructor", '"q"'],
    [[2, "1", "2", "3", "4"]],
  ],
  ["a comment sign is data", "#a,b\n#1,2\n", ["#a", "b"], [[2, "#1", "2"]]],
];

const delimited: readonly Case[] = [
  ["semicolon", "a;b\n1,5;2\n", ["a", "b"], [[2, "1,5", "2"]]],
  ["tab", "a\tb\n\t1 \n", ["a", "b"], [[2, "", "1"]]],
  ["tab and quotes", 'a\tb\n"1\t1"\t"2"\n', ["a", "b"], [[2, "1\t1", "2"]]],
  ["pipe", "a|b\n1|2,3\n", ["a", "b"], [[2, "1", "2,3"]]],
  ["given", "a,b;c\n1,2;3\n", ["a,b", "c"], [[2, "1,2", "3"]], { delimiter: ";" }],
  ["given and not there", "a,b\n1,2\n", ["a,b"], [[2, "1,2"]], { delimiter: "|" }],
  ["the more frequent", "a,x;b;c\n1;2;3\n", ["a,x", "b", "c"], [[2, "1", "2", "3"]]],
  ["those within quotes do not count", 'a;"b,c,d,e"\n1;2\n', ["a", "b,c,d,e"], [[2, "1", "2"]]],
];

const all = [...quotes, ...lines, ...cells, ...delimited];

test.each(all.map((row) => ({ name: row[0], row })))("$name", async ({ row: [, text, headers, rows, options] }) => {
  const expected = rows.map(([number, ...row]) => ({ number, cells: row }));

  for (const chunkBytes of [1_000_000, 3, 1]) {
    const read = await readAll(inChunks(Buffer.from(text), chunkBytes), options);

    expect(read).toMatchObject({ headers, warnings: [] });
    expect(read.rows).toEqual(expected);
  }
});

test("a thousand columns with unusual names are read", async () => {
  const headers = Array.from({ length: 1_000 }, (_, index) => `{${index}}'\`$\\ ${index}`);
  const bytes = Buffer.from(`${headers.join(",")}\n${headers.map((_, index) => index).join(",")}\n`);

  const read = await readAll(inChunks(bytes, 7));

  expect(read.headers).toEqual(headers);
  expect(read.rows).toEqual([{ number: 2, cells: headers.map((_, index) => String(index)) }]);
});

test("trailing delimiters of rows and header are ignored, with one warning", async () => {
  const read = await readAll(inChunks(Buffer.from("a,b,,\n1,2,,\n3,4,,,, \n5\n"), 3));

  expect(read.headers).toEqual(["a", "b"]);
  expect(read.rows.map((row) => row.cells)).toEqual([
    ["1", "2"],
    ["3", "4"],
    ["5", ""],
  ]);
  expect(read.warnings).toMatchObject([{ rowNumber: 1, issueType: "HEADER_MISMATCH", severity: "warning" }]);
});

test("rows of delimiters only are skipped like blank lines, with one warning", async () => {
  const read = await readAll(inChunks(Buffer.from('a,b\n1,2\n,\n3,4\n"", ,\n,,,\n'), 3));

  expect(read.rows.map((row) => row.number)).toEqual([2, 4]);
  expect(read.warnings).toMatchObject([{ rowNumber: 3, issueType: "MISSING_DATA", severity: "warning" }]);
});
