import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { CliError } from "../../frame/cli-error.ts";
import type { TailCursor } from "./tail-cursor.ts";

/** Blanks fill up the rest, so that a longer cursor leaves nothing behind. */
const recordLength = 256;

/**
 * A cursor in a file. It is overwritten in its place by one short write, which the system does as a whole or not at all:
 * nothing is quicker, and the file is never without a cursor.
 */
export function cursorFile(path: string): TailCursor {
  const file = resolve(path);
  let descriptor: number | undefined;
  return {
    load: async () => loadCursor(file),
    store(cursor) {
      const record = `${cursor.padEnd(recordLength - 1)}\n`;
      descriptor ??= openFile(file, record);
      writeSync(descriptor, record, 0);
      return undefined;
    },
    settle() {
      if (descriptor !== undefined) fsyncSync(descriptor);
    },
  };
}

function loadCursor(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  if (text === "") throw new CliError(`${file} holds no cursor.`, { next: "Delete it to begin anew." });
  return text;
}

/** A new one is written beside and renamed: there is no moment in which it is empty. */
function openFile(file: string, record: string): number {
  try {
    return openSync(file, "r+");
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const beside = `${file}.new`;
  const descriptor = openSync(beside, "w", 0o600);
  try {
    writeSync(descriptor, record);
    fsyncSync(descriptor);
    renameSync(beside, file);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
