import type { LoaderProcess } from "@weft/client";
import { type Command, Option } from "commander";
import { CliError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { commandAction, defineCommand } from "../../frame/leaf.ts";
import { formatNumber } from "../../output/amounts.ts";
import { safeText } from "../../output/safe-text.ts";
import { saveDownload } from "../files/save-download.ts";
import { formatIssue } from "../load/format-issue.ts";

interface IssuesOptions extends SharedOptions {
  readonly severity?: "error" | "warning";
  readonly output?: string;
  readonly force?: boolean;
}

export function issuesCommand(): Command {
  return defineCommand("issues", {
    description: "Show the issues of a load, or download the affected rows to correct and load again",
    examples: [
      "weft loads issues <id>",
      "weft loads issues <id> --severity error --json",
      "weft loads issues <id> --output issues.csv",
    ],
  })
    .argument("<id>", "load id")
    .addOption(new Option("--severity <which>", "only issues of this severity").choices(["error", "warning"]))
    .option("-o, --output <path>", "write the affected rows with all columns and their issues as CSV; - prints them")
    .option("--force", "overwrite an existing file")
    .action(
      commandAction<IssuesOptions>(async (context, { args: [id = ""], options }) => {
        const weft = await context.weft();
        const load = await weft.loader.get({ id, signal: context.signal });
        await (options.output === undefined ? listIssues(context, load, options) : saveIssues(context, load, options));
      }),
    );
}

async function saveIssues(context: Context, load: LoaderProcess, { output, force }: IssuesOptions): Promise<void> {
  const { id, issuesFileId: fileId } = load;
  if (fileId === undefined) throw noIssues(load);
  const path = await saveDownload(context, await context.weft(), { fileId, output, isForced: force === true });
  if (path === undefined) return;
  context.print.result({ loadId: id, fileId, path }, () => safeText(path));
  context.print.note(
    "Correct the rows and load that file with the same configuration; columns that start with _ are ignored.",
  );
}

/** The reason why there is nothing to write. */
function noIssues({ id, status }: LoaderProcess): CliError {
  const isInProgress = status === "pending" || status === "running";
  return new CliError(isInProgress ? `The load ${id} has not ended yet.` : `The load ${id} has no rows with issues.`, {
    exitCode: exitCodes.notFound,
    ...(isInProgress ? { next: `Follow it: weft loads watch ${id}` } : {}),
  });
}

async function listIssues(context: Context, load: LoaderProcess, { severity }: IssuesOptions): Promise<void> {
  const { issues, errors, warnings, id } = load;
  const shown = issues.filter((issue) => severity === undefined || issue.severity === severity);
  context.print.result({ results: shown, errors, warnings }, () =>
    shown.map((issue) => formatIssue(issue, context.print.style)).join(""),
  );
  if (shown.length === 0) context.print.note("No issues.");
  if (errors + warnings > issues.length) {
    const total = formatNumber(errors + warnings);
    context.print.note(
      `Shown from the first ${formatNumber(issues.length)} of ${total} issues. All issues: weft loads issues ${id} --output issues.csv`,
    );
  }
}
