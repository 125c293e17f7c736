import type { ChangeRecord, Weft } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { type FilterOptions, filterOf, withFilter } from "./change-filter.ts";
import { consumerCursor } from "./consumer-cursor.ts";
import { openPollOutput } from "./poll-output.ts";
import { noCursor } from "./tail-cursor.ts";

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
    .option("--after <place>", "a cursor, beginning or now; the position of --consumer takes precedence", "beginning")
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
