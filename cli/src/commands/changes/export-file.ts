import { type FileHandle, open } from "node:fs/promises";
import { CliError } from "../../frame/cli-error.ts";

/** A file of records, open at the end of its last complete line. */
export interface ExportFile {
  readonly handle: FileHandle;
  /** The cursor of the last complete line; undefined if there is none. */
  readonly lastCursor: string | undefined;
}

/** Truncates or creates the file. */
export async function openNewExport(path: string): Promise<ExportFile> {
  return { handle: await open(path, "w"), lastCursor: undefined };
}

const pieceBytes = 65_536;

/** Opens the file where an export stopped. A partial last line is cut off. */
export async function reopenExport(path: string): Promise<ExportFile> {
  const handle = await open(path, "a+");
  try {
    const { size } = await handle.stat();
    const end = await findLineEnd(handle, size);
    const start = await findLineEnd(handle, Math.max(0, end - 1));
    const line = end === 0 ? undefined : await readText(handle, start, end);
    const lastCursor = line === undefined ? undefined : cursorOf(line, path);
    await handle.truncate(end);
    return { handle, lastCursor };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The position after the last line feed before a position; 0 if there is none. */
async function findLineEnd(handle: FileHandle, before: number): Promise<number> {
  for (let end = before; end > 0; end -= Math.min(end, pieceBytes)) {
    const start = Math.max(0, end - pieceBytes);
    const piece = Buffer.alloc(end - start);
    await handle.read(piece, 0, piece.length, start);
    const found = piece.lastIndexOf(0x0a);
    if (found >= 0) return start + found + 1;
  }
  return 0;
}

async function readText(handle: FileHandle, start: number, end: number): Promise<string> {
  const bytes = Buffer.alloc(end - start);
  await handle.read(bytes, 0, bytes.length, start);
  return bytes.toString("utf8");
}

function cursorOf(line: string, path: string): string {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record === "object" && record !== null && "id" in record && typeof record.id === "string") {
      return record.id;
    }
  } catch {
    // Told below.
  }
  throw new CliError(`${path} does not end with a change record.`, {
    next: "Use another file, or omit --resume to overwrite it.",
  });
}
