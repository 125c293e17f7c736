import {
  ApiError,
  type LoaderProcess,
  type LoaderProcessCreate,
  type LoadSample,
  type UploadSource,
  type Weft,
} from "@weft/client";
import { type Command, Option } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { openProgress } from "../../output/progress-bar.ts";
import type { Style } from "../../output/style.ts";
import { drawTable } from "../../output/table.ts";
import { openSource } from "../files/open-source.ts";
import { showTransfer } from "../files/show-transfer.ts";
import { followToEnd } from "./follow-to-end.ts";
import { issueList } from "./format-issue.ts";
import { readDocument, type SourceDocument, withLines } from "./read-document.ts";
import { requireCompleted } from "./require-completed.ts";
import { uploadPictures } from "./upload-pictures.ts";

export function loadCommand(): Command {
  return defineCommand("load", {
    description: "Load a CSV file with a configuration and follow the load",
    examples: [
      "weft load line.csv line.yaml",
      "weft load line.csv line.yaml --dry-run",
      "weft load --apply <id of the dry run>",
      "weft load line.csv line.yaml --sample 5",
      "weft load line.csv line.yaml --pictures ./photos",
      "weft load line.csv line.yaml --on-row-error skip --json",
      "export-from-erp | weft load - line.yaml",
    ],
  })
    .argument("[file]", "CSV file; - reads standard input")
    .argument("[config]", "load configuration, as YAML or JSON")
    .option("--dry-run", "validate and show the planned writes without writing")
    .option("--sample <rows>", "show the first rows after each step, without writing")
    .option("--apply <load>", "apply the plan of this dry run, instead of a file and a configuration")
    .option("--watch", "follow the load until it ends (default)", true)
    .option("--no-watch", "start the load, print its id and exit")
    .addOption(
      new Option("--on-row-error <what>", "abort: load nothing if a row is invalid; skip: load valid rows").choices([
        "abort",
        "skip",
      ]),
    )
    .addOption(
      new Option("--encoding <name>", "encoding of the file. Default: detected.").choices([
        "utf-8",
        "utf-16le",
        "utf-16be",
        "windows-1252",
      ]),
    )
    .addOption(new Option("--delimiter <mark>", "cell delimiter. Default: detected.").choices([",", ";", "tab", "|"]))
    .option("--pictures <path>", "folder or zip archive whose pictures the rows name; they are uploaded first")
    .option("--workspace <identifier>", "workspace of the project for project items")
    .option("--max-removals <number>", "fail if more assortment members than this would be removed")
    .option("--strict-columns", "treat unknown columns in expressions as errors")
    .action(
      commandAction<LoadOptions>(async (context, { args: [file, config], options }) => {
        if (options.apply !== undefined) {
          if (file !== undefined) throw usageError("--apply uses the file and the configuration of the dry run.");
          await applyPlan(context, options.apply, options.watch);
          return;
        }
        if (file === undefined || config === undefined) {
          throw usageError("Pass a CSV file and a configuration.", "weft load <file.csv> <config.yaml>");
        }
        await loadFile(context, { file, config, options });
      }),
    );
}

/** Applies the plan of a dry run. */
export async function applyPlan(context: Context, dryRunId: string, isWatched: boolean): Promise<void> {
  const weft = await context.weft();
  const load = await weft.loader.start({ config: { applyPlanOf: dryRunId }, signal: context.signal });
  if (isWatched) {
    await followToEnd(context, load);
    return;
  }
  context.print.result(load, () => load.id);
  context.print.note(`Follow it with weft loads watch ${load.id}`);
}

interface Input {
  readonly file: string;
  readonly config: string;
  readonly options: LoadOptions;
}

/** Uploads a file and loads it. */
export async function loadFile(context: Context, { file, config, options }: Input): Promise<void> {
  if (file === "-" && config === "-") throw usageError("Only one of the two files can be standard input.");
  const document = await readDocument<LoaderProcessCreate>(context, config);
  const body = { ...document.value, ...requestOf(options) };
  const weft = await context.weft();
  if (options.pictures !== undefined) await uploadPictures(context, weft, options.pictures);
  const source = await openSource(context, file, "standard-input.csv");
  try {
    const load = await start({ context, weft, source, document, body });
    if (options.sample !== undefined) {
      printSample(context, load);
      return;
    }
    if (!options.watch) {
      context.print.result(load, () => load.id);
      context.print.note(`Follow it with weft loads watch ${load.id}`);
      return;
    }
    await followToEnd(context, load);
  } finally {
    await source.remove();
  }
}

function printSample(context: Context, load: LoaderProcess): void {
  const { style } = context.print;
  context.print.result(load, () =>
    [formatSample(load, style, context.terminal.columns()), issueList(load, style)]
      .filter((part) => part !== "")
      .join("\n"),
  );
  requireCompleted(load);
}

/** Options override the configuration. */
export function requestOf(options: LoadOptions): LoaderProcessCreate {
  const { onRowError, encoding, delimiter, workspace, maxRemovals, strictColumns, sample, dryRun } = options;
  return {
    ...(onRowError === undefined ? {} : { onRowError }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter: delimiter === "tab" ? "\t" : delimiter }),
    ...(workspace === undefined ? {} : { workspaceIdentifier: workspace }),
    ...(maxRemovals === undefined ? {} : { maxRemovals: wholeNumber("--max-removals", maxRemovals) }),
    ...(strictColumns === true ? { strictColumns } : {}),
    ...(sample === undefined ? {} : { sampleRows: wholeNumber("--sample", sample) }),
    ...(dryRun === true || sample !== undefined ? { dryRun: true } : {}),
  };
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw usageError(`${option} takes a whole number, not ${text}.`);
  return Number(text);
}

interface Start {
  readonly context: Context;
  readonly weft: Weft;
  readonly source: UploadSource;
  readonly document: SourceDocument<LoaderProcessCreate>;
  readonly body: LoaderProcessCreate;
}

async function start({ context, weft, source, document, body }: Start) {
  const { signal } = context;
  const display = openProgress(context.terminal, context.isJson);
  try {
    return await withLines(document, async () => {
      if (source.size > bytesWorthAsking) await requireConfiguration(weft, body, signal);
      const onUpload = showTransfer(display, "Uploading");
      return weft.loader.start({ config: body, file: source, onUpload, signal });
    });
  } finally {
    display.end();
  }
}

const bytesWorthAsking = 8_000_000;

/** Validates the configuration before a large upload: a load without a file is rejected with all other errors. */
async function requireConfiguration(weft: Weft, body: LoaderProcessCreate, signal: AbortSignal): Promise<void> {
  const { fileLocation: _, loaderConfigurationId: _other, ...rest } = body;
  try {
    await weft.call("create-loader-process", { body: rest }, { signal });
  } catch (error) {
    const isWell =
      error instanceof ApiError && error.problem.errors?.every(({ pointer }) => pointer === "#/fileLocation") === true;
    if (!isWell) throw error;
  }
}

/** The first rows of the file after each step. */
export function formatSample({ samples = [] }: LoaderProcess, style: Style, columnsMax: number): string {
  return samples
    .map(
      (sample, index) =>
        `${style.bold(`${index + 1}. ${sample.preprocessingStepName}`)}\n${sampleTable(sample, columnsMax)}`,
    )
    .join("\n");
}

function sampleTable({ columns, rows }: LoadSample, columnsMax: number): string {
  const shown = columns.map((title, index) => ({
    title,
    value: ({ values }: LoadSample["rows"][number]) => values[index],
  }));
  return drawTable(rows, [{ title: "row", value: ({ rowNumber }) => rowNumber, isRight: true }, ...shown], columnsMax);
}

/** The options of weft load. */
export interface LoadOptions extends SharedOptions {
  readonly dryRun?: boolean;
  readonly sample?: string;
  readonly apply?: string;
  readonly watch: boolean;
  readonly onRowError?: "abort" | "skip";
  readonly encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  readonly delimiter?: "," | ";" | "tab" | "|";
  readonly pictures?: string;
  readonly workspace?: string;
  readonly maxRemovals?: string;
  readonly strictColumns?: boolean;
}
