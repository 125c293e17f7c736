import { type FileHandle, open } from "node:fs/promises";
import type { ChangeExport, Weft } from "@weft/client";
import type { Command } from "commander";
import { CliError, usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { pluralize } from "../../output/amounts.ts";
import { type FilterOptions, filterOf, withFilter } from "./change-filter.ts";

interface ExportOptions extends SharedOptions, FilterOptions {
  readonly after?: string;
  readonly output?: string;
  readonly resume?: boolean;
}

export function exportChangesCommand(): Command {
  return withFilter(
    defineCommand("export", {
      description: "Export all changes, oldest first, as NDJSON; resumes after a lost connection",
      examples: [
        "weft changes export --output changes.ndjson",
        "weft changes export --output changes.ndjson --resume",
        "weft changes export --entity-type item --after <cursor> | jq -r .entityId",
      ],
    }),
  )
    .option("--after <cursor>", "only changes after this cursor")
    .option("-o, --output <file>", "write to this file instead of standard output")
    .option("--resume", "append to the file after its last complete line")
    .action(
      commandAction<ExportOptions>(async (context, { options }) => {
        const { output, resume, after } = options;
        if (resume === true && (output === undefined || after !== undefined)) {
          throw usageError(
            "--resume requires --output and cannot be combined with --after: the file contains the position.",
          );
        }
        const weft = await context.weft();
        const wanted = { ...filterOf(options), ...(after === undefined ? {} : { after }), signal: context.signal };
        const count =
          output === undefined
            ? await exportChanges(weft, wanted, (piece) => context.terminal.outBytes(piece))
            : await exportToFile(context, weft, wanted, { output, isResumed: resume === true });
        context.print.note(pluralize(count, "change"));
      }),
    );
}

async function exportToFile(
  context: Context,
  weft: Weft,
  wanted: ChangeExport,
  { output, isResumed }: { readonly output: string; readonly isResumed: boolean },
): Promise<number> {
  const { handle, lastCursor } = isResumed ? await reopenExport(output) : await openNewExport(output);
  const place = lastCursor === undefined ? wanted : { ...wanted, after: lastCursor };
  try {
    return await exportChanges(weft, place, async (piece) => void (await handle.writeFile(piece)));
  } catch (error) {
    context.print.note(`${output} is incomplete. Run the same command with --resume to continue.`);
    throw error;
  } finally {
    await handle.close();
  }
}

/** Chunk size: one write per line would be slow. */
const pieceBytes = 65_536;
/** About half a minute of an unavailable service. */
const retries = 10;

/** Takes a chunk of complete lines, and resolves when there is room for the next one. */
type TakePiece = (piece: Uint8Array) => Promise<void>;

/** Writes every matching record as a line of JSON; returns the count. A lost stream is resumed. */
async function exportChanges(weft: Weft, wanted: ChangeExport, take: TakePiece): Promise<number> {
  let count = 0;
  let lines = "";
  try {
    for await (const record of weft.changes.export({ retries, ...wanted })) {
      count += 1;
      lines += `${JSON.stringify(record)}\n`;
      if (lines.length >= pieceBytes) {
        const piece = Buffer.from(lines);
        lines = "";
        await take(piece);
      }
    }
  } finally {
    // Also on failure: received records need not be sent again.
    await take(Buffer.from(lines));
  }
  return count;
}

/** A file of records, open at the end of its last complete line. */
interface ExportFile {
  readonly handle: FileHandle;
  /** The cursor of the last complete line; undefined if there is none. */
  readonly lastCursor: string | undefined;
}

/** Truncates or creates the file. */
async function openNewExport(path: string): Promise<ExportFile> {
  return { handle: await open(path, "w"), lastCursor: undefined };
}

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
    // Reported below.
  }
  throw new CliError(`${path} does not end with a change record.`, {
    next: "Use another file, or omit --resume to overwrite it.",
  });
}
