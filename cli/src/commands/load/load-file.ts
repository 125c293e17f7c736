import type { LoaderProcess, LoaderProcessCreate, UploadSource, Weft } from "@weft/client";
import { ApiError } from "@weft/client";
import { usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { openProgress } from "../../output/progress-bar.ts";
import { openSource } from "../files/open-source.ts";
import { showTransfer } from "../files/show-transfer.ts";
import { followToEnd } from "./follow-to-end.ts";
import { issueList } from "./format-issue.ts";
import { formatSample } from "./format-sample.ts";
import type { LoadOptions } from "./load-options.ts";
import { readDocument, type SourceDocument, withLines } from "./read-document.ts";
import { requireCompleted } from "./require-completed.ts";

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
