import { LoadFailedError } from "../../load-errors.ts";
import { IssueList, type LoadIssue } from "../../load-issue.ts";
import type { CsvRow } from "../../row.ts";
import { type ReadingOptions, readRows } from "../read-rows.ts";

export interface WholeReading {
  readonly headers: readonly string[];
  readonly delimiter: string;
  readonly encoding: string;
  readonly rows: readonly CsvRow[];
  readonly warnings: readonly LoadIssue[];
}

/** The file in chunks of this many bytes. */
export async function* inChunks(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    yield bytes.subarray(at, at + chunkBytes);
  }
}

export async function readAll(bytes: AsyncIterable<Uint8Array>, options: ReadingOptions = {}): Promise<WholeReading> {
  const sink = new IssueList();
  const { headers, delimiter, encoding, rows: batches } = await readRows(bytes, options, sink);
  const rows: CsvRow[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
  }
  return { headers, delimiter, encoding, rows, warnings: sink.all };
}

/** The issues with which a reading has failed. */
export async function readFailing(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadingOptions = {},
): Promise<readonly LoadIssue[]> {
  try {
    await readAll(bytes, options);
  } catch (error) {
    if (error instanceof LoadFailedError) {
      return error.issues;
    }
    throw error;
  }
  throw new Error("The file was read, but it should have been refused.");
}
