import { issueColumns } from "../issues/issue-log.ts";
import type { CsvRow } from "../row.ts";

interface ReadFile {
  readonly headers: readonly string[];
  readonly rows: AsyncIterable<readonly CsvRow[]>;
}

/**
 * An issues file that was mended and comes back: its own columns are not part of the data. Lines without any other cell,
 * which tell of the file as a whole, are left out, as are the empty rows that spreadsheets leave at the end.
 */
export function withoutIssueColumns<Read extends ReadFile>(read: Read): Read {
  const isMended = issueColumns.every((name) => read.headers.includes(name));
  const kept = read.headers.flatMap((name, index) =>
    isMended && issueColumns.some((column) => column === name) ? [] : [index],
  );
  return {
    ...read,
    headers: kept.map((index) => read.headers[index] ?? ""),
    rows: keptCells(read.rows, isMended ? kept : undefined),
  };
}

async function* keptCells(
  rows: ReadFile["rows"],
  kept: readonly number[] | undefined,
): AsyncGenerator<readonly CsvRow[]> {
  for await (const batch of rows) {
    const cut =
      kept === undefined
        ? batch
        : batch.map(({ number, cells }) => ({ number, cells: kept.map((index) => cells[index] ?? "") }));
    yield cut.filter(({ cells }) => cells.some((cell) => cell !== ""));
  }
}
