import type { ChangeRecord, Weft } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand, noun } from "../../frame/define-command.ts";
import type { Column } from "../../output/table.ts";
import { listingOf } from "../entities/list-command.ts";
import { type FilterOptions, filterOf, withFilter } from "./change-filter.ts";
import { changeSetsCommand, revertCommand } from "./change-sets-command.ts";
import { consumerCursor } from "./consumer-cursor.ts";
import { exportChangesCommand } from "./export-command.ts";
import { changeLine, fieldsOf, nameOf, whoOf } from "./format-change.ts";
import { tailCommand } from "./tail-command.ts";
import { noCursor } from "./tail-cursor.ts";

export function changesCommand(): Command {
  return noun("changes", "The change history", [
    listChangesCommand(),
    pollCommand(),
    tailCommand(),
    exportChangesCommand(),
    changeSetsCommand(),
    revertCommand(),
  ]);
}

interface ListOptions extends SharedOptions, FilterOptions {
  readonly order?: string;
  readonly limit?: string;
  readonly page?: string;
  readonly all?: boolean;
}

const columns: readonly Column<ChangeRecord>[] = [
  { title: "createdOn", value: ({ createdOn }) => createdOn },
  { title: "by", value: whoOf },
  { title: "action", value: ({ action }) => action },
  { title: "typePath", value: ({ typePath }) => typePath },
  { title: "name", value: nameOf },
  { title: "fields", value: fieldsOf },
];

export function listChangesCommand(): Command {
  return withFilter(
    defineCommand("list", {
      description: "Search changes, newest first",
      examples: [
        "weft changes list --entity-type item --limit 20",
        "weft changes list --where entityReference=item:<id> --order createdOn:asc",
        `weft changes list --criteria '{"createdOn": "BETWEEN 2026-01-01 and 2026-01-31"}' --all --json`,
      ],
    }),
  )
    .option("--order <field[:desc]>", "sort field")
    .option("--limit <number>", "page size (max 1000)")
    .option("--page <key>", "continue from a page key")
    .option("--all", "all pages; with --json one object per line")
    .action(
      commandAction<ListOptions>(async (context, { options }) => {
        const weft = await context.weft();
        const { all, criteria: _, entityType: __, ...listing } = options;
        const { order, limit, nextPageKey } = listingOf({ ...listing, where: [] });
        const search = {
          ...filterOf(options),
          ...(order === undefined ? {} : { order }),
          ...(limit === undefined ? {} : { limit }),
          ...(nextPageKey === undefined ? {} : { nextPageKey }),
          signal: context.signal,
        };
        if (all !== true) {
          context.print.page(await weft.changes.list(search), columns);
          return;
        }
        for await (const record of weft.changes.all(search)) {
          context.print.line(record, () => changeLine(record, context.terminal.columns(), context.print.style));
        }
      }),
    );
}

interface PollOptions extends SharedOptions, FilterOptions {
  readonly after: string;
  readonly consumer?: string;
  readonly limit?: string;
}

export function pollCommand(): Command {
  return withFilter(
    defineCommand("poll", {
      description: "Show changes since a position, then exit",
      examples: [
        "weft changes poll --consumer erp",
        "weft changes poll --after <cursor> --entity-type item --json",
        "weft changes poll --after beginning --limit 50",
      ],
    }),
  )
    .option(
      "--after <position>",
      "a cursor, beginning or now; the position of --consumer takes precedence",
      "beginning",
    )
    .option("--consumer <name>", "start at this consumer's position, and advance it after printing")
    .option("--limit <number>", "maximum number of changes")
    .action(
      commandAction<PollOptions>(async (context, { options }) => {
        const { print, signal } = context;
        const weft = await context.weft();
        const { consumer, limit } = options;
        const cursor = consumer === undefined ? noCursor : consumerCursor(weft, consumer, signal);
        const output = openPollOutput(context);
        const coveredUntil = await pollUntilNow(weft, {
          after: (await cursor.load()) ?? options.after,
          filter: filterOf(options),
          max: readMax(limit),
          show: output.show,
          signal,
        });
        await output.end(coveredUntil);
        await cursor.store(coveredUntil);
        print.note(
          consumer === undefined ? `Continue with --after ${coveredUntil}` : `${consumer} is at ${coveredUntil}`,
        );
      }),
    );
}

interface Poll {
  readonly after: string;
  readonly filter: ReturnType<typeof filterOf>;
  readonly max: number;
  /** Resolves when there is room for more. */
  readonly show: (records: readonly ChangeRecord[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Returns the position to continue from. */
async function pollUntilNow(weft: Weft, { after, filter, max, show, signal }: Poll): Promise<string> {
  let left = max;
  let place = after;
  const polling = { after, ...filter, follow: false, limit: Math.min(max, 1000), signal };
  for await (const { records, coveredUntil } of weft.changes.pages(polling)) {
    const wanted = records.slice(0, left);
    await show(wanted);
    left -= wanted.length;
    place = wanted.length === records.length ? coveredUntil : (wanted.at(-1)?.id ?? place);
    if (left === 0) break;
  }
  return place;
}

function readMax(limit: string | undefined): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw usageError(`--limit takes a number, not ${limit}.`);
  return Number(limit);
}

/** Prints records as they arrive: there may be more than fits into memory. */
export interface PollOutput {
  show(records: readonly ChangeRecord[]): Promise<void>;
  /** Resolves when everything is written. */
  end(coveredUntil: string): Promise<void>;
}

export function openPollOutput(context: Context): PollOutput {
  return context.isJson ? jsonOutput(context) : linesOutput(context);
}

function linesOutput({ print, terminal }: Context): PollOutput {
  const lineOf = (record: ChangeRecord) => `${changeLine(record, terminal.columns(), print.style)}\n`;
  return {
    show: (records) => terminal.outBytes(Buffer.from(records.map(lineOf).join(""))),
    end: () => terminal.outBytes(new Uint8Array()),
  };
}

/** One JSON object, written in parts. */
function jsonOutput({ terminal }: Context): PollOutput {
  const write = (text: string) => terminal.outBytes(Buffer.from(text));
  let before = '{"results":[';
  return {
    async show(records) {
      for (const record of records) {
        await write(`${before}\n${JSON.stringify(record)}`);
        before = ",";
      }
    },
    async end(coveredUntil) {
      const beginning = before === "," ? "" : before;
      await write(`${beginning}],\n"coveredUntil":${JSON.stringify(coveredUntil)}}\n`);
    },
  };
}
