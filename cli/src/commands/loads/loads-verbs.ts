import type { LoaderProcess } from "@weft/client";
import { type Command, Option } from "commander";
import { CliError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { formatNumber } from "../../output/amounts.ts";
import { safeText } from "../../output/safe-text.ts";
import { saveDownload } from "../files/save-download.ts";
import { followToEnd, printLoad } from "../load/follow-to-end.ts";
import { formatIssue } from "../load/format-issue.ts";

/** The verbs of loads in addition to list and delete; weft load starts them. */
export function loadsVerbs(): Command[] {
  return [showCommand(), watchCommand(), cancelCommand(), undoCommand(), issuesCommand(), resultsCommand()];
}

export function watchCommand(): Command {
  return defineCommand("watch", {
    description: "Follow a load, or its undo, until it ends",
    examples: ["weft loads watch <id>", "weft loads watch <id> --json"],
  })
    .argument("<id>", "load id")
    .action(commandAction(async (context, { args: [id = ""] }) => followToEnd(context, { id })));
}

export function showCommand(): Command {
  return defineCommand("get", {
    description: "Show a load: progress or result, counts and the first issues",
    examples: ["weft loads show <id>", "weft loads get <id> --json"],
  })
    .alias("show")
    .argument("<id>", "load id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        await printLoad(context, await weft.loader.get({ id, signal: context.signal }));
      }),
    );
}

export function cancelCommand(): Command {
  return defineCommand("cancel", {
    description: "Cancel a load after the current batch; earlier writes are kept",
    examples: ["weft loads cancel <id>"],
  })
    .argument("<id>", "load id")
    .action(
      commandAction(async (context, { args: [id = ""] }) => {
        const weft = await context.weft();
        const load = await weft.loader.cancel({ id, signal: context.signal });
        context.print.result(load, () =>
          load.status === "canceled"
            ? `The load ${id} is canceled.`
            : `The load ${id} will be canceled after the current batch.`,
        );
        if (load.status !== "canceled")
          context.print.note(`weft loads watch ${id} follows it, weft loads undo ${id} undoes it.`);
      }),
    );
}

interface UndoOptions extends SharedOptions {
  readonly watch: boolean;
}

export function undoCommand(): Command {
  return defineCommand("undo", {
    description: "Undo a load, except entities changed since",
    examples: ["weft loads undo <id>", "weft loads undo <id> --no-watch"],
  })
    .argument("<id>", "load id")
    .option("--no-watch", "start the undo and exit")
    .action(
      commandAction<UndoOptions>(async (context, { args: [id = ""], options }) => {
        const weft = await context.weft();
        const load = await weft.loader.undo({ id, signal: context.signal });
        if (options.watch) {
          await followToEnd(context, load);
        } else {
          context.print.result(load, () => `The undo of the load ${id} started.`);
        }
      }),
    );
}

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
