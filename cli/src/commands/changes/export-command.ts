import type { ChangeExport, Weft } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { pluralize } from "../../output/amounts.ts";
import { type FilterOptions, filterOf, withFilter } from "./change-filter.ts";
import { exportChanges } from "./export-changes.ts";
import { openNewExport, reopenExport } from "./export-file.ts";

interface ExportOptions extends SharedOptions, FilterOptions {
  readonly after?: string;
  readonly output?: string;
  readonly resume?: boolean;
}

export function exportChangesCommand(): Command {
  return withFilter(
    defineCommand("export", {
      description:
        "Write all changes, oldest first, as a line of JSON each; a connection that breaks is taken up again",
      examples: [
        "weft changes export --output changes.ndjson",
        "weft changes export --output changes.ndjson --resume",
        "weft changes export --entity-type item --after <cursor> | jq -r .entityId",
      ],
    }),
  )
    .option("--after <cursor>", "only what came behind this place")
    .option("-o, --output <file>", "write to this file instead of standard output")
    .option("--resume", "go on behind the last whole line of the file, which also adds what has come since")
    .action(
      commandAction<ExportOptions>(async (context, { options }) => {
        const { output, resume, after } = options;
        if (resume === true && (output === undefined || after !== undefined)) {
          throw usageError("--resume goes with --output and without --after: the file tells where to go on.");
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
    context.print.note(`${output} is not complete: the same command with --resume goes on where it has ended.`);
    throw error;
  } finally {
    await handle.close();
  }
}
