import fc from "fast-check";
import { expect, test } from "vitest";
import { detectDelimiter as detectInPreview, parseCsv } from "../../../../console/src/loader/csv-text.ts";
import { detectDelimiter } from "./detect-delimiter.ts";
import { RowParser } from "./row-parser.ts";

// The console cannot import the loader, so its preview has a parser of its own. It must show what the loader will read.
const parts = ["a", "é", '"', '""', ",", ";", "\t", '",', "\n", "\r", "\r\n", " ", "\u00a0", "#", "x y"];
const soup = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((texts) => texts.join(""));

test("any text has the rows in the preview that the loader reads", () => {
  fc.assert(
    fc.property(soup, fc.constantFrom(",", ";", "\t"), (text, delimiter) => {
      const preview = parseCsv(text, delimiter);
      const loaded = readInLoader(text, delimiter);

      expect(preview.isQuoteOpen).toBe(loaded === undefined);
      if (loaded !== undefined) expect(preview.rows).toEqual(loaded);
    }),
    { numRuns: 2_000 },
  );
});

test("any text has the delimiter in the preview that the loader detects", () => {
  fc.assert(
    fc.property(soup, (text) => {
      expect(detectInPreview(text)).toBe(detectDelimiter(text).delimiter);
    }),
    { numRuns: 2_000 },
  );
});

/** Undefined for an unclosed quote. */
function readInLoader(text: string, delimiter: string) {
  const parser = new RowParser(delimiter);
  parser.push(text);
  try {
    parser.end();
  } catch {
    return undefined;
  }
  return parser.rows.map(({ number, cells }) => ({ number, cells }));
}
