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
Nothing is missed and nothing printed twice while it runs, also when the service is away in between.
With --cursor-file or --consumer that also holds across an end of its own. How far it has come is stored after each line
has left and before the next one: after a kill in the moment between the two, that one line comes again. With
--cursor-file nothing but one write of a few bytes lies in this moment; with --consumer it is one call of the service,
which every line then costs. One tail at a time should use a cursor.`;

export function tailCommand(): Command {
  return withFilter(
    defineCommand("tail", {
      description: "Follow the changes for ever, one line each",
      examples: [
        "weft changes tail",
        "weft changes tail --entity-type item --where changed=price",
        "weft changes tail --consumer erp --json | ./import-changes",
        "weft changes tail --cursor-file erp.cursor --since beginning --json >> changes.ndjson",
      ],
    }),
  )
    .option("--consumer <name>", "keep the cursor at the service, under this name")
    .option("--cursor-file <path>", "keep the cursor in this file")
    .option("--since <place>", "where to begin while no cursor is stored: beginning, now or a cursor", "now")
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
    throw usageError("--consumer and --cursor-file exclude each other: a tail keeps its cursor in one place.");
  }
  if (path !== undefined) return cursorFile(path);
  return consumer === undefined ? noCursor : consumerCursor(await context.weft(), consumer, context.signal);
}
