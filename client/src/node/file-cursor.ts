import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { CursorStore } from "../changes/cursor-store.ts";

/** Stores a cursor in a file that only its owner may read. The file is always complete, even if the program is killed. */
export function fileCursor(path: string): CursorStore {
  // Still the same file after the program changes its working directory.
  const file = resolve(path);
  return { load: () => loadCursor(file), save: (cursor) => saveCursor(file, cursor) };
}

async function loadCursor(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(unlessMissing);
  if (text?.trim() === "") {
    throw new Error(`${file} does not contain a cursor. Delete the file to start over.`);
  }
  return text?.trim();
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

/** Written to a temporary file and renamed. The folder is not synced: after a loss of power the old cursor may remain, which is complete too. */
async function saveCursor(file: string, cursor: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.new`;
  try {
    await writeDurably(draft, `${cursor}\n`);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
