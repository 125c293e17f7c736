import { escapedColumn, unescapeFormula } from "../escape-formula.ts";
import { issueColumns } from "../issues/issue-log.ts";
import type { CsvRow } from "../row.ts";

interface ReadFile {
  readonly headers: readonly string[];
  readonly rows: AsyncIterable<readonly CsvRow[]>;
}

/**
 * A file of ours that comes back. The columns of an issues file are not part of the data; lines without any other cell,
 * which concern the file as a whole, are left out, as are the empty rows that spreadsheets leave at the end. Where cells
 * were escaped, they are read as they were before.
 */
export function withoutIssueColumns<Read extends ReadFile>(read: Read): Read {
  const isIssuesFile = issueColumns.every((name) => read.headers.includes(name));
  const isEscaped = read.headers.includes(escapedColumn);
  const own = new Set<string>([...(isIssuesFile ? issueColumns : []), ...(isEscaped ? [escapedColumn] : [])]);
  const kept = read.headers.flatMap((name, index) => (own.has(name) ? [] : [index]));
  const restore = isEscaped ? unescapeFormula : (cell: string) => cell;
  const pick = (cells: readonly string[]) => kept.map((index) => restore(cells[index] ?? ""));
  return { ...read, headers: pick(read.headers), rows: keptCells(read.rows, own.size === 0 ? undefined : pick) };
}

async function* keptCells(
  rows: ReadFile["rows"],
  pick: ((cells: readonly string[]) => readonly string[]) | undefined,
): AsyncGenerator<readonly CsvRow[]> {
  for await (const batch of rows) {
    const cut = pick === undefined ? batch : batch.map(({ number, cells }) => ({ number, cells: pick(cells) }));
    yield cut.filter(({ cells }) => cells.some((cell) => cell !== ""));
  }
}
