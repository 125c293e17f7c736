import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { type FilterOptions, filterOf, withFilter } from "./change-filter.ts";
import { consumerCursor } from "./consumer-cursor.ts";
import { cursorFile } from "./cursor-file.ts";
import { changeLine } from "./format-change.ts";
import { tailChanges } from "./tail-changes.ts";
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
    .option("--since <place>", "start position if no cursor is stored: beginning, now or a cursor", "now")
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
