import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import type { ChangeRecord, ChangeSearch, Weft } from "@weft/client";
import type { Command } from "commander";
import { CliError, usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { type FilterOptions, filterOf, withFilter } from "./change-filter.ts";
import { consumerCursor } from "./consumer-cursor.ts";
import { changeLine } from "./format-change.ts";
import { noCursor, type TailCursor } from "./tail-cursor.ts";

interface TailOptions extends SharedOptions, FilterOptions {
  readonly consumer?: string;
  readonly cursorFile?: string;
  readonly since: string;
}

const promise = `
While it runs, no change is missed or printed twice, even if the service is unavailable for a while.
With --cursor-file or --consumer this also holds across restarts. The cursor is stored after each line is written and
before the next one: if the process is killed between the two, that line is printed again. With --cursor-file the gap
is one write of a few bytes; with --consumer it is one request to the service per line. Do not use the same cursor in
two tails at a time.`;

export function tailCommand(): Command {
  return withFilter(
    defineCommand("tail", {
      description: "Stream changes, one per line",
      examples: [
        "weft changes tail",
        "weft changes tail --entity-type item --where changed=price",
        "weft changes tail --consumer erp --json | ./import-changes",
        "weft changes tail --cursor-file erp.cursor --since beginning --json >> changes.ndjson",
      ],
    }),
  )
    .option("--consumer <name>", "store the cursor in the service, under this name")
    .option("--cursor-file <path>", "store the cursor in this file")
    .option("--since <position>", "start position if no cursor is stored: beginning, now or a cursor", "now")
    .addHelpText("after", promise)
    .action(
      commandAction<TailOptions>(async (context, { options }) => {
        const weft = await context.weft();
        await tailChanges(weft, {
          cursor: await cursorOf(context, options),
          since: options.since,
          filter: filterOf(options),
          print: (record) => {
            const { print, terminal } = context;
            print.line(record, () => changeLine(record, terminal.columns(), print.style));
            return terminal.hasLeft() ? undefined : terminal.outBytes(new Uint8Array());
          },
          signal: context.signal,
        });
      }),
    );
}

async function cursorOf(context: Context, { consumer, cursorFile: path }: TailOptions): Promise<TailCursor> {
  if (consumer !== undefined && path !== undefined) {
    throw usageError("--consumer and --cursor-file cannot be combined: a tail stores its cursor in one place.");
  }
  if (path !== undefined) return cursorFile(path);
  return consumer === undefined ? noCursor : consumerCursor(await context.weft(), consumer, context.signal);
}

interface Tail {
  readonly cursor: TailCursor;
  /** Start position if no cursor is stored: a cursor, beginning or now. */
  readonly since: string;
  readonly filter: Pick<ChangeSearch, "criteria" | "entityType">;
  /** Synchronous if the line was written synchronously. */
  readonly print: (record: ChangeRecord) => Promise<void> | undefined;
  readonly signal: AbortSignal;
}

/** Prints changes without end, through outages of the service; each is stored before the next is printed. */
async function tailChanges(weft: Weft, { cursor, since, filter, print, signal }: Tail): Promise<void> {
  let stored = "";
  const store = async (place: string) => {
    if (place === stored) return;
    await cursor.store(place);
    stored = place;
  };
  const requested = (await cursor.load()) ?? since;
  // A wrong key, cursor or URL fails immediately; only later outages are retried.
  const { coveredUntil: now } = await weft.call(
    "list-changes",
    { query: { ...filter, after: requested, limit: 1 } },
    { signal },
  );
  // Stores the end of the log as the position, even if no change arrives before the next start.
  if (requested === "now") await store(now);
  const after = requested === "now" ? now : requested;
  for await (const { records, coveredUntil } of weft.changes.pages({ after, ...filter, signal })) {
    for (const record of records) {
      const leaving = print(record);
      if (leaving !== undefined) await leaving;
      await store(record.id);
      signal.throwIfAborted();
    }
    await store(coveredUntil);
    cursor.settle();
  }
}

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
