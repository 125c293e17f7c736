import { describe, expect, test } from "vitest";
import { readCsvPreview } from "./csv-preview.ts";

function preview(text: string | Uint8Array, fileSize?: number) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return readCsvPreview(bytes, fileSize ?? bytes.length);
}

describe("readCsvPreview", () => {
  test("detects headers, rows, delimiter and encoding", () => {
    expect(preview("Style;Größe\nP1;S\nP2;M\n")).toMatchObject({
      encoding: "utf-8",
      delimiter: ";",
      headers: ["Style", "Größe"],
      rows: [
        { number: 2, cells: ["P1", "S"] },
        { number: 3, cells: ["P2", "M"] },
      ],
      isWhole: true,
      rowsEstimated: 2,
      errors: [],
    });
  });

  test.each([
    ["UTF-8 with a BOM", new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0x2c, 0x62]), "utf-8", ["a", "b"]],
    ["utf-16le", new Uint8Array([0xff, 0xfe, 0x61, 0, 0x2c, 0, 0xe9, 0]), "utf-16le", ["a", "é"]],
    ["utf-16be", new Uint8Array([0xfe, 0xff, 0, 0x61, 0, 0x2c, 0, 0xe9]), "utf-16be", ["a", "é"]],
    ["text that is not UTF-8", new Uint8Array([0x61, 0x2c, 0xe9]), "windows-1252", ["a", "é"]],
  ])("reads %s", (_, bytes, encoding, headers) => {
    expect(preview(bytes)).toMatchObject({ encoding, headers });
  });

  test("a partial file loses its last row, which may be cut, and a cut character is not an error", () => {
    const bytes = new TextEncoder().encode("a,b\n1,2\n3,é").slice(0, -1);

    const seen = preview(bytes, bytes.length * 10);

    expect(seen).toMatchObject({ encoding: "utf-8", isWhole: false, rows: [{ cells: ["1", "2"] }], rowsEstimated: 10 });
  });

  test("short rows are padded, and trailing delimiters are not columns", () => {
    expect(preview("a,b,,\n1\n")).toMatchObject({ headers: ["a", "b"], rows: [{ cells: ["1", ""] }], errors: [] });
  });

  test.each([
    ["an empty file", " \n\n", /is empty/],
    ["a column without a name", "a,,c\n1,2,3", /Column 2 has no name/],
    ["a name twice", "a,b,a\n1,2,3", /Two columns are named a/],
    ["a quote that is not closed", 'a,b\n1,"2', /is not closed/],
    ["a row that is too long", "a,b\n1,2\n1,2,3", /Row 3 has more cells/],
  ])("reports %s", (_, text, error) => {
    expect(preview(text).errors).toEqual([expect.stringMatching(error)]);
  });

  test("the extra columns of an issues file are skipped", () => {
    const seen = preview("_row,_column,_severity,_code,_message,_suggestion,Style\n2,Style,error,X,m,s,P1\n");

    expect(seen).toMatchObject({ isIssuesFile: true, headers: ["Style"], rows: [{ cells: ["P1"] }] });
  });

  test("escaped cells of an exported file are shown unescaped", () => {
    const seen = preview("Style,'=Name,_escaped\nP1,'=1+1,\n");

    expect(seen).toMatchObject({ headers: ["Style", "=Name"], rows: [{ cells: ["P1", "=1+1"] }] });
  });
});
