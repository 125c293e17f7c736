import type { ChangeExport, Weft } from "@weft/client";

/** Chunk size: one write per line would be slow. */
const pieceBytes = 65_536;
/** About half a minute of an unavailable service. */
const retries = 10;

/** Takes a chunk of complete lines, and resolves when there is room for the next one. */
export type TakePiece = (piece: Uint8Array) => Promise<void>;

/** Writes every matching record as a line of JSON; returns the count. A lost stream is resumed. */
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
    // Also on failure: received records need not be sent again.
    await take(Buffer.from(lines));
  }
  return count;
}
