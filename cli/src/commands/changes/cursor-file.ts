import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { CliError } from "../../frame/cli-error.ts";
import type { TailCursor } from "./tail-cursor.ts";

/** Padded with blanks, so that a shorter cursor fully replaces a longer one. */
const recordLength = 256;

/**
 * A cursor in a file. It is overwritten in place by one short write, which the system does completely or not at all:
 * this is the fastest way, and the file always contains a cursor.
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
  if (text === "") throw new CliError(`${file} does not contain a cursor.`, { next: "Delete the file to start over." });
  return text;
}

/** A new file is written to a temporary name and renamed, so that it is never empty. */
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
