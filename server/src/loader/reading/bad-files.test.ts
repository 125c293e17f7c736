import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beginTorture } from "../../testing/torture.ts";
import { LoadFailedError } from "../load-errors.ts";
import type { LoadIssue } from "../load-issue.ts";
import { inChunks, readAll, readFailing } from "./testing/read-all.ts";

const torture = beginTorture("malformed CSV");

type Case = readonly [name: string, file: string | Uint8Array, issues: readonly Partial<LoadIssue>[]];

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const ofOne = (rowNumber: number, issueType: LoadIssue["issueType"], message: RegExp, suggestion?: RegExp) => [
  {
    rowNumber,
    issueType,
    message: expect.stringMatching(message),
    ...(suggestion === undefined ? {} : { suggestion: expect.stringMatching(suggestion) }),
  },
];
const isKind = (message: RegExp, suggestion: RegExp) => [
  {
    issueType: "INVALID_DATA" as const,
    message: expect.stringMatching(message),
    suggestion: expect.stringMatching(suggestion),
  },
];

const headerErrors: readonly Case[] = [
  ["an empty file", "", ofOne(1, "HEADER_MISMATCH", /^The file is empty\.$/)],
  ["only a byte order mark", "\ufeff", ofOne(1, "HEADER_MISMATCH", /^The file is empty\.$/)],
  ["only blank lines", "\n \r\n\n", ofOne(1, "HEADER_MISMATCH", /only blank lines/)],
  ["only delimiters", ",,\n1,2,3\n", ofOne(1, "HEADER_MISMATCH", /^Row 1: all header names are empty/)],
  ["an empty name in the middle", "a, ,b\n", ofOne(1, "HEADER_MISMATCH", /^Row 1: column 2 has an empty header name/)],
  ["an empty name in row 3", '\n\na,"",b\n', ofOne(3, "HEADER_MISMATCH", /^Row 3: column 2/)],
  [
    "all duplicate names at once",
    "a,b,a , c,b,a,__proto__,__proto__\n",
    [
      {
        rowNumber: 1,
        columnName: "a",
        issueType: "HEADER_MISMATCH",
        message: expect.stringMatching(/columns 1, 3, 6 /),
      },
      { rowNumber: 1, columnName: "b", issueType: "HEADER_MISMATCH", message: expect.stringMatching(/columns 2, 5 /) },
      { rowNumber: 1, columnName: "__proto__", message: expect.stringMatching(/columns 7, 8 /) },
    ],
  ],
  [
    "a header that is never closed",
    '"a,b\n1,2\n',
    ofOne(1, "INVALID_DATA", /^Row 1: the quote .* column 1 is not closed/),
  ],
  ["too many columns", `${"x,".repeat(10_000)}x\n`, ofOne(1, "VALIDATION_ERROR", /^Row 1: .* more than 10000 cells/)],
];

const rowErrors: readonly Case[] = [
  [
    "a row that is too long",
    "a,b\n1,2\n1,2,3\n",
    ofOne(3, "INVALID_DATA", /^Row 3: the row has 3 cells, .* 2 headers/),
  ],
  ["a cell under a header that is empty", "a,b,\n1,2,\n1,2,3\n", ofOne(3, "INVALID_DATA", /^Row 3: .* 3 cells/)],
  [
    "all rows that are too long, below blank lines and quoted breaks",
    'a,b\n\n"1\n\n1",2,3\n1,2\n1,,,x\n',
    [
      { rowNumber: 3, data: "3", message: expect.stringMatching(/^Row 3: /) },
      { rowNumber: 5, data: "x", message: expect.stringMatching(/^Row 5 \(line 7 in a text editor\): /) },
    ],
  ],
  [
    "a quote that is not closed",
    'a,b\n1,2\n1,"2\n3,4\n',
    ofOne(3, "INVALID_DATA", /^Row 3: .* column 2 is not closed/),
  ],
  ["a quote at the very end", 'a,b\n1,"', ofOne(2, "INVALID_DATA", /^Row 2: .* column 2 is not closed/)],
  ["a doubled quote at the end", 'a,b\n1,"2""', ofOne(2, "INVALID_DATA", /^Row 2: .* column 2 is not closed/)],
  ["a NUL", "a,b\n1,2\n3,\u00004\n", ofOne(3, "INVALID_DATA", /^Row 3: .* NUL .* binary/, /exported as CSV/)],
  [
    "bytes that are not UTF-8",
    Buffer.from("a,b\né,2\né,\u00e9\n", "utf8").subarray(0, -2),
    ofOne(3, "INVALID_DATA", /^Row 3: .* not valid UTF-8/, /windows-1252/),
  ],
  [
    "Windows-1252 that nobody has looked for",
    Buffer.from("a,b\n1,2\nCr\u00e8me,2\n", "latin1"),
    ofOne(3, "INVALID_DATA", /not valid UTF-8/),
  ],
  [
    "a surrogate in UTF-8",
    Buffer.concat([Buffer.from("a,b\n1,"), Buffer.from([0xed, 0xa0, 0x80, 0x0a])]),
    ofOne(2, "INVALID_DATA", /not valid UTF-8/),
  ],
  [
    "half a pair in UTF-16",
    Buffer.from("\ufeffa,b\n1,2\n\ud83d,3\n", "utf16le"),
    ofOne(3, "INVALID_DATA", /^Row 3: .* not valid UTF-16LE/),
  ],
  [
    "half a unit in UTF-16",
    Buffer.from("\ufeffa,b\n1,2\n", "utf16le").subarray(0, -1),
    ofOne(2, "INVALID_DATA", /not valid UTF-16LE/),
  ],
];

const otherFiles: readonly Case[] = [
  ["a PNG", png, isKind(/PNG image/, /as CSV/)],
  ["an XLSX", Buffer.from("504b030414000600080000002100", "hex"), isKind(/Excel workbook/, /export the sheet as CSV/)],
  [
    "an old XLS",
    Buffer.from("d0cf11e0a1b11ae1000000000000", "hex"),
    isKind(/old Excel workbook/, /export the sheet as CSV/),
  ],
  ["a PDF", "%PDF-1.7\n%\n1 0 obj\n", isKind(/PDF document/, /as CSV/)],
  ["a gzip", gzipSync("a,b\n1,2\n"), isKind(/gzip/, /Unpack/)],
  ["a JPEG", Buffer.from("ffd8ffe000104a464946", "hex"), isKind(/JPEG/, /as CSV/)],
  ["UTF-16LE without a mark", Buffer.from("ab,c\n", "utf16le"), isKind(/UTF-16 without/, /"utf-16le"/)],
  ["UTF-16BE without a mark", Buffer.from("ab,c\n", "utf16le").swap16(), isKind(/UTF-16 without/, /"utf-16be"/)],
  ["zeros", Buffer.alloc(1_000), isKind(/NUL .* binary/, /as CSV/)],
  ["noise", Buffer.from("7f454c4602010100000000000000000003003e00", "hex"), isKind(/NUL .* binary/, /as CSV/)],
];

const corpus = [...headerErrors, ...rowErrors, ...otherFiles];

test.each(corpus)("%s is rejected", async (_name, file, issues) => {
  const bytes = Buffer.from(file);

  for (const chunkBytes of [1_000_000, 3, 1]) {
    const found = await readFailing(inChunks(bytes, chunkBytes));

    expect(found).toHaveLength(issues.length);
    expect(found).toMatchObject(issues.map((issue) => ({ severity: "error", ...issue })));
    expect(found.every(({ message, suggestion }) => message.endsWith(".") && suggestion !== undefined)).toBe(true);
  }
});

const mebi = 1_048_576;
const longFiles: readonly (readonly [string, string, RegExp])[] = [
  ["an unquoted cell", `a,b\n1,${"x".repeat(mebi + 1)}\n`, /^Row 2: the cell in column 2 has more than 1048576/],
  ["a quoted cell", `a,b\n1,"${'""'.repeat(mebi + 1)}"\n`, /^Row 2: the cell in column 2 has more than 1048576/],
  ["a quote that swallows the file", `a,b\n1,2\n1,"x\n${"1,2\n".repeat(mebi)}`, /^Row 3: the cell in column 2/],
  ["spaces without end", `a,b\n1,${" ".repeat(3 * mebi)}\n`, /^Row 2: the cell in column 2/],
  ["a row of long cells", `a,b\n${`${"x".repeat(mebi)},`.repeat(17)}\n`, /^Row 2: the row has more than 16777216/],
  ["delimiters without end", `a,b\n${",".repeat(mebi)}"`, /^Row 2: the row has more than 10000 cells/],
];

test.each(longFiles)("%s is rejected before it takes much memory", async (_name, text, message) => {
  for (const chunkBytes of [100_000_000, 20_000]) {
    const found = await readFailing(inChunks(Buffer.from(text), chunkBytes));

    expect(found).toMatchObject([{ issueType: "VALIDATION_ERROR", message: expect.stringMatching(message) }]);
  }
});

interface Damage {
  readonly at: number;
  /** The number of bytes to remove. */
  readonly cut: number;
  readonly put: Uint8Array;
}

/** Positions wrap around, so that any number is valid. */
function spoil(file: Uint8Array, damages: readonly Damage[]): Uint8Array {
  return damages.reduce((bytes, { at, cut, put }) => {
    const place = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + cut)]);
  }, file);
}

/** Any error other than a failure with issues is rethrown and fails the test. */
async function resultOf(chunks: AsyncIterable<Uint8Array>): Promise<"read" | "refused"> {
  try {
    await readAll(chunks);
    return "read";
  } catch (error) {
    if (!(error instanceof LoadFailedError)) throw error;
    expect(error.issues.length).toBeGreaterThan(0);
    expect(
      error.issues.filter(({ message, suggestion }) => !message.endsWith(".") || suggestion === undefined),
    ).toEqual([]);
    return "refused";
  }
}

test("a file with random damage is read or rejected, whether it was valid or not", {
  timeout: torture.times(20_000),
}, async () => {
  const bad = fc.constantFrom(...corpus.map(([, file]) => Buffer.from(file)));
  const good = fc.constantFrom(Buffer.from("a,b\n1,2\n\n3,4\n"), Buffer.from('a;b\r\n"1;\r\n""";2\r\n'));
  const pieces = ['"', '""', ",", ";", "\t", "\n", "\r", "\r\n", "\0", "\ufeff", "a", "é"].map((text) =>
    Buffer.from(text),
  );
  const put = fc.oneof(fc.constantFrom(...pieces), fc.uint8Array({ maxLength: 4 }));
  const damage = fc.record({ at: fc.nat(2_000), cut: fc.nat(3), put });
  const seen = { read: 0, refused: 0 };

  await fc.assert(
    fc.asyncProperty(
      fc.oneof(bad, good),
      fc.array(damage, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      async (file, damages, chunkBytes) => {
        seen[await resultOf(inChunks(spoil(file, damages), chunkBytes))] += 1;
      },
    ),
    torture.runs(500),
  );

  // The test is meaningful only if both outcomes occur.
  expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(torture.times(500) / 20);
  torture.verdict(
    `${corpus.length} files refused; of ${torture.times(500)} damaged ones ${seen.refused} refused, ${seen.read} read`,
  );
});
