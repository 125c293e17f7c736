import { escapedColumn, unescapeFormula } from "../escape-formula.ts";
import { issueColumns } from "../issues/issue-log.ts";
import type { CsvRow } from "../row.ts";

interface ReadFile {
  readonly headers: readonly string[];
  readonly rows: AsyncIterable<readonly CsvRow[]>;
}

/**
 * Reads a file written by the service. The columns of an issues file are not data. Lines without any other cell, which
 * describe the whole file, are omitted, as are the empty rows that spreadsheets add at the end. Escaped cells are
 * unescaped.
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
