import { isUtf8 } from "node:buffer";
import type { IssueSink } from "../load-issue.ts";
import type { Encoding } from "./encoding.ts";
import { openBytes, wholePieces } from "./open-bytes.ts";

/**
 * Scans all bytes before the file is parsed: the first byte that is not UTF-8 may be in the last row, long after other
 * rows were parsed. The scan costs a small part of the parsing. Its result is then passed to readRows each time.
 */
export async function findEncoding(bytes: AsyncIterable<Uint8Array>, issues: IssueSink): Promise<Encoding> {
  const open = await openBytes(bytes);
  try {
    return open.markedEncoding ?? (await findUnmarkedEncoding(open.chunks, issues));
  } finally {
    await open.close();
  }
}

async function findUnmarkedEncoding(chunks: AsyncIterable<Uint8Array>, issues: IssueSink): Promise<Encoding> {
  for await (const piece of wholePieces(chunks, "utf-8")) {
    if (!isUtf8(piece)) {
      issues.addOnce("not-utf-8", {
        issueType: "INVALID_DATA",
        severity: "warning",
        message: "The file is not valid UTF-8 and was read as Windows-1252.",
        suggestion: "Check a text with accents; if it is wrong, save the file as UTF-8 or set encoding.",
      });
      return "windows-1252";
    }
  }
  return "utf-8";
}
