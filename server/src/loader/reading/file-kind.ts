interface FileKind {
  readonly signature: readonly number[];
  readonly name: string;
  readonly suggestion: string;
}

const exportSheet = "Open it in the spreadsheet program and export the sheet as CSV (UTF-8).";
const exportOther = "Upload the table itself, exported as CSV (UTF-8).";

const fileKinds: readonly FileKind[] = [
  {
    signature: [0x50, 0x4b, 0x03, 0x04],
    name: "an Excel workbook (XLSX) or another ZIP archive",
    suggestion: exportSheet,
  },
  { signature: [0xd0, 0xcf, 0x11, 0xe0], name: "an old Excel workbook (XLS)", suggestion: exportSheet },
  { signature: [0x1f, 0x8b], name: "compressed with gzip", suggestion: "Unpack it first." },
  { signature: codes("%PDF-"), name: "a PDF document", suggestion: exportOther },
  { signature: [0x89, ...codes("PNG")], name: "a PNG image", suggestion: exportOther },
  { signature: [0xff, 0xd8, 0xff], name: "a JPEG image", suggestion: exportOther },
  { signature: codes("GIF87a"), name: "a GIF image", suggestion: exportOther },
  { signature: codes("GIF89a"), name: "a GIF image", suggestion: exportOther },
];

/** Long enough for every signature and for a byte order mark. */
export const headBytes = 8;

/** The type of a file that was uploaded by mistake; undefined if it may be text. */
export function findFileKind(head: Uint8Array): FileKind | undefined {
  return fileKinds.find(({ signature }) => signature.every((byte, index) => head[index] === byte));
}

function codes(text: string): number[] {
  return [...Buffer.from(text, "latin1")];
}
