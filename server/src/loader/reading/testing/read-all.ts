import type { IssueSink, LoadIssue } from "../../load-issue.ts";
import { LoadFailure } from "../../load-issue.ts";
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

export class IssueList implements IssueSink {
  readonly issues: LoadIssue[] = [];
  readonly #keys = new Set<string>();

  add(issue: LoadIssue): void {
    this.issues.push(issue);
  }

  addOnce(key: string, issue: LoadIssue): void {
    if (!this.#keys.has(key)) {
      this.#keys.add(key);
      this.issues.push(issue);
    }
  }
}

export async function readAll(bytes: AsyncIterable<Uint8Array>, options: ReadingOptions = {}): Promise<WholeReading> {
  const sink = new IssueList();
  const { headers, delimiter, encoding, rows: batches } = await readRows(bytes, options, sink);
  const rows: CsvRow[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
  }
  return { headers, delimiter, encoding, rows, warnings: sink.issues };
}

/** The issues with which a reading has failed. */
export async function readFailing(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadingOptions = {},
): Promise<readonly LoadIssue[]> {
  try {
    await readAll(bytes, options);
  } catch (error) {
    if (error instanceof LoadFailure) {
      return error.issues;
    }
    throw error;
  }
  throw new Error("The file was read, but it should have been refused.");
}
