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
    description: "Show what is wrong with which row of a load, or get those rows to mend and load again",
    examples: [
      "weft loads issues <id>",
      "weft loads issues <id> --severity error --json",
      "weft loads issues <id> --output issues.csv",
    ],
  })
    .argument("<id>", "its id")
    .addOption(new Option("--severity <which>", "only these").choices(["error", "warning"]))
    .option(
      "-o, --output <path>",
      "write the rows with all their columns and what is wrong there, as CSV; - prints them",
    )
    .option("--force", "replace a file that is there")
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
    "Mend the rows and load that file with the same configuration; columns with _ in front are left out.",
  );
}

/** Nothing to write, and why. */
function noIssues({ id, status }: LoaderProcess): CliError {
  const isInProgress = status === "pending" || status === "running";
  return new CliError(isInProgress ? `The load ${id} has not ended yet.` : `The load ${id} has no rows with issues.`, {
    exitCode: exitCodes.notFound,
    ...(isInProgress ? { next: `weft loads watch ${id} tells when it has.` } : {}),
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
      `These are from the first ${formatNumber(issues.length)} of ${total}: weft loads issues ${id} --output issues.csv has all.`,
    );
  }
}
