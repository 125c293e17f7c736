import fc from "fast-check";
import { expect, test } from "vitest";
import { inChunks, readAll } from "./reading/testing/read-all.ts";
import { csvLine, escapeFormula, unescapeFormula } from "./write-csv.ts";

const cases: readonly (readonly [cells: readonly string[], line: string])[] = [
  [["a", "b"], "a,b\r\n"],
  [["a,b", 'say "hi"', "x\ny", "x\ry"], '"a,b","say ""hi""","x\ny","x\ry"\r\n'],
  [["a;b", "a|b", "a\tb"], '"a;b","a|b","a\tb"\r\n'],
  [[" a", "a "], '" a","a "\r\n'],
  [[""], '""\r\n'],
  [["", ""], ",\r\n"],
  [["=1+1", "@x", "\t=1", "a=b", "'", "'=1"], "'=1+1,'@x,\"'\t=1\",a=b,',''=1\r\n"],
];

test.each(cases)("%j is written as %j", (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

test("parsed rows are written so that they parse to the same rows", async () => {
  // As parsed from a file: trimmed, without NUL and lone surrogates, and no empty row.
  const unit = fc.oneof(
    fc.constantFrom(",", ";", "|", "\t", '"', "\n", "\r", "=", "-", " ", "'"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  const cell = fc.string({ unit, maxLength: 8 }).map((text) => text.replaceAll("\0", "").trim());
  const table = fc.integer({ min: 1, max: 6 }).chain((width) => {
    const row = fc
      .array(cell, { minLength: width, maxLength: width })
      .filter((cells) => cells.some((text) => text !== ""));
    const name = cell.filter((text) => text !== "");
    return fc.tuple(fc.uniqueArray(name, { minLength: width, maxLength: width }), fc.array(row, { maxLength: 6 }));
  });

  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 30 }), async ([headers, rows], chunkBytes) => {
      const bytes = Buffer.from([headers, ...rows].map((cells) => csvLine(cells)).join(""));

      const read = await readAll(inChunks(bytes, chunkBytes));

      expect(read).toMatchObject({ headers: headers.map(escapeFormula), delimiter: ",", warnings: [] });
      expect(read.headers.map(unescapeFormula)).toEqual(headers);
      const restored = read.rows.map(({ number, cells }) => ({ number, cells: cells.map(unescapeFormula) }));
      expect(restored).toEqual(rows.map((cells, index) => ({ number: index + 2, cells })));
    }),
    { numRuns: 500 },
  );
});
