import { Readable } from "node:stream";
import { Problem } from "../../platform/problem.ts";
import { LoadFailedError } from "../load-errors.ts";
import type { IssueSink } from "../load-issue.ts";
import type { LoadContext } from "../load-services.ts";
import { issueColumns } from "../reporting/issue-log.ts";
import type { CsvRow } from "../row.ts";
import { escapedColumn, unescapeFormula } from "../write-csv.ts";
import { findEncoding } from "./open-bytes.ts";
import { type CsvReading, readRows } from "./read-rows.ts";

interface OpenCsv extends CsvReading {
  /** The fraction of the file that was read. */
  share(): number;
}

/** Opens the file of a load. An unreadable file is a LoadFailedError. */
export async function openCsv(context: LoadContext, issues: IssueSink): Promise<OpenCsv> {
  const { delimiter, encoding: given } = context.load.configuration;
  const encoding = given ?? (await findEncoding((await openFile(context)).bytes, issues));
  const { bytes, share } = await openFile(context);
  return { ...withoutIssueColumns(await readRows(bytes, { encoding, delimiter }, issues)), share };
}

async function openFile({ services, orgId, load }: LoadContext) {
  const id = load.configuration.fileLocation ?? "";
  const document = await services.files.find(orgId, id);
  const bytes = await services.files.open(orgId, id).catch((error: unknown) => {
    throw error instanceof Problem && error.code === "not-found" ? fileGone(id, error) : error;
  });
  let done = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of Readable.from(bytes)) {
      done += chunk.length;
      yield chunk;
    }
  }
  return { bytes: counted(), share: () => done / Math.max(1, document?.size ?? 1) };
}

function fileGone(id: string, cause: unknown): LoadFailedError {
  return new LoadFailedError(
    [
      {
        issueType: "SYSTEM_ERROR",
        severity: "error",
        message: `The file ${id} was deleted before it could be read.`,
        suggestion: "Upload it again with POST /api/files, and start a load of the new file.",
      },
    ],
    { cause },
  );
}

interface ReadFile {
  readonly headers: readonly string[];
  readonly rows: AsyncIterable<readonly CsvRow[]>;
}

/**
 * Reads a file written by the service. The columns of an issues file are not data. Lines without any other cell, which
 * describe the whole file, are omitted, as are the empty rows that spreadsheets add at the end. Escaped cells are
 * unescaped.
 */
function withoutIssueColumns<Read extends ReadFile>(read: Read): Read {
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
