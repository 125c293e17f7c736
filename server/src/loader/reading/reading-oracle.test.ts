import { type Options, parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beginTorture } from "../../testing/torture.ts";
import { inChunks, readAll, readFailing } from "./testing/read-all.ts";

const torture = beginTorture("CSV oracle");
// Wide enough that no row of the random texts has more cells. Ragged rows are tested separately.
const headers = Array.from({ length: 40 }, (_, index) => `h${index}`);
const header = `${headers.join(",")}\n`;
const oracleOptions: Options = {
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  record_delimiter: ["\r\n", "\n", "\r"],
};

test("any mix of quotes, delimiters and line ends is parsed as by csv-parse, with any chunks", {
  timeout: torture.times(20_000),
}, async () => {
  // Without spaces: csv-parse either trims around quotes or is relaxed about them, not both.
  const soup = fc
    .array(fc.constantFrom("a", '"', '""', ",", ',"', '",', "\n", "\r", "\r\n", "é", "😀", "x".repeat(20)), {
      maxLength: 39,
    })
    .map((parts) => parts.join(""));

  await fc.assert(
    fc.asyncProperty(soup, fc.integer({ min: 1, max: 30 }), async (text, chunkBytes) => {
      const chunks = inChunks(Buffer.from(header + text), chunkBytes);
      const expected = parseOrFail(text, oracleOptions);

      if (expected === undefined) {
        expect(await readFailing(chunks)).toMatchObject([{ message: expect.stringContaining("is not closed") }]);
      } else {
        expect(await readCells(chunks)).toEqual(expected);
      }
    }),
    torture.runs(1_000),
  );
  torture.verdict(`${torture.times(1_000)} soups of quotes, delimiters and line ends read as csv-parse reads them`);
});

test("any table is parsed as by csv-parse, with spaces around quotes and chunks cut within characters", {
  timeout: torture.times(20_000),
}, async () => {
  const plain = fc.string({
    unit: fc.constantFrom("a", " ", "é", "ß", "漢", "😀", "\u0301", "'", ";"),
    maxLength: 6,
  });
  const quoted = fc
    .string({ unit: fc.constantFrom("a", " ", '"', ",", "\n", "\r\n", "\r", "😀"), maxLength: 6 })
    .map((text) => ` "${text.replaceAll('"', '""')}" `);
  const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
  const line = fc.tuple(fc.array(fc.oneof(plain, quoted), { minLength: 1, maxLength: 8 }), lineEnd);

  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 30 }), async (lines, chunkBytes) => {
      const text = lines.map(([cells, end]) => cells.join(",") + end).join("");

      const cells = await readCells(inChunks(Buffer.from(header + text), chunkBytes));

      expect(cells).toEqual(parseOrFail(text, { ...oracleOptions, trim: true }));
    }),
    torture.runs(500),
  );
  torture.verdict(`${torture.times(500)} tables read as csv-parse reads them`);
});

async function readCells(chunks: AsyncIterable<Uint8Array>): Promise<(readonly string[])[]> {
  const { rows } = await readAll(chunks);
  return rows.map(({ cells }) => cells);
}

/** Undefined for an unclosed quote. Values are trimmed within quotes too, and empty rows omitted, as in our parser. */
function parseOrFail(text: string, options: Options): string[][] | undefined {
  try {
    const rows: string[][] = parse(text, options);
    return rows
      .map((cells) => headers.map((_, index) => (cells[index] ?? "").trim()))
      .filter((cells) => cells.some((cell) => cell !== ""));
  } catch {
    return undefined;
  }
}
