import type { ChangeExport, Weft } from "@weft/client";

/** Gathered into pieces of about this size: a write for each line would be slow. */
const pieceBytes = 65_536;
/** About half a minute of a service that is away. */
const retries = 10;

/** Takes a piece of whole lines, and answers when there is room for the next one. */
export type TakePiece = (piece: Uint8Array) => Promise<void>;

/** Writes every record that matches as a line of JSON; answers how many. A stream that breaks off is taken up again. */
export async function exportChanges(weft: Weft, wanted: ChangeExport, take: TakePiece): Promise<number> {
  let count = 0;
  let lines = "";
  try {
    for await (const record of weft.changes.export({ retries, ...wanted })) {
      count += 1;
      lines += `${JSON.stringify(record)}\n`;
      if (lines.length >= pieceBytes) {
        const piece = Buffer.from(lines);
        lines = "";
        await take(piece);
      }
    }
  } finally {
    // Also when it fails: what has come need not come again.
    await take(Buffer.from(lines));
  }
  return count;
}
