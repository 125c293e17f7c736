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
