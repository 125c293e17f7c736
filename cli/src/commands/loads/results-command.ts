import type { Command } from "commander";
import { CliError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { safeText } from "../../output/safe-text.ts";
import { saveDownload } from "../files/save-download.ts";

interface ResultsOptions extends SharedOptions {
  readonly failed?: boolean;
  readonly output?: string;
  readonly force?: boolean;
}

export function resultsCommand(): Command {
  return defineCommand("results", {
    description: "Download row results as CSV: row, entity type, id and outcome",
    examples: [
      "weft loads results <id>",
      "weft loads results <id> --output results.csv",
      "weft loads results <id> --failed --output failed.csv",
    ],
  })
    .argument("<id>", "load id")
    .option("--failed", "download the rows that were not loaded, with all columns and their issues")
    .option("-o, --output <path>", "write to this file instead of standard output")
    .option("--force", "overwrite an existing file")
    .action(
      commandAction<ResultsOptions>(async (context, { args: [id = ""], options }) => {
        const fileId = await findFile(context, id, options.failed === true);
        const saving = { fileId, output: options.output ?? "-", isForced: options.force === true };
        const path = await saveDownload(context, await context.weft(), saving);
        if (path !== undefined) context.print.result({ loadId: id, fileId, path }, () => safeText(path));
      }),
    );
}

/** Rows that were not loaded are in the issues file. */
async function findFile(context: Context, id: string, isFailed: boolean): Promise<string> {
  const weft = await context.weft();
  const { resultFileId, issuesFileId, status, dryRun } = await weft.loader.get({ id, signal: context.signal });
  const fileId = isFailed ? issuesFileId : resultFileId;
  if (fileId !== undefined) return fileId;
  const nothing = isFailed ? "no rows with issues" : "no row results";
  const next = dryRun === true ? `It was a dry run. Show its plan: weft loads show ${id}` : `weft loads show ${id}`;
  throw new CliError(
    status === "pending" || status === "running"
      ? `The load ${id} has not ended yet.`
      : `The load ${id} has ${nothing}.`,
    { next, exitCode: exitCodes.notFound },
  );
}
