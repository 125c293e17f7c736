import { setTimeout as pause } from "node:timers/promises";
import { ApiError, type LoadCounts, type LoaderProcess, type LoadUndo, type Weft } from "@weft/client";
import { CliError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { formatDuration, formatNumber, pluralize, secondsBetween } from "../../output/amounts.ts";
import { openProgress, type ProgressDisplay } from "../../output/progress-bar.ts";
import type { ProgressState } from "../../output/progress-line.ts";
import { safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { drawTable } from "../../output/table.ts";
import { issueList } from "./format-issue.ts";
import { formatPlan, type PlannedChange } from "./format-plan.ts";
import { loadState } from "./load-progress.ts";
import { requireCompleted } from "./require-completed.ts";

/** Follows a load, or its undo, with a progress bar, and prints the result. */
export async function followToEnd(context: Context, { id }: Pick<LoaderProcess, "id">): Promise<void> {
  const load = await follow(context, id);
  await printLoad(context, load);
  requireCompleted(load);
}

/** A summary of a load; for a dry run with the first planned changes. */
export async function printLoad(context: Context, load: LoaderProcess): Promise<void> {
  const { planFileId } = load;
  const { style } = context.print;
  const isPlanWanted = planFileId !== undefined && !context.isJson;
  const changes = isPlanWanted ? await readPlan(await context.weft(), planFileId, context.signal) : [];
  const plan = isPlanWanted ? formatPlan(load, changes, style) : "";
  context.print.result(load, () => [formatLoad(load, style), plan].filter((part) => part !== "").join("\n"));
}

/** Waits for a running load. An interrupt prints that the load continues. */
async function follow(context: Context, id: string): Promise<LoaderProcess> {
  const weft = await context.weft();
  const display = openProgress(context.terminal, context.isJson);
  try {
    return await followThroughOutages(weft, id, display, context.signal);
  } catch (error) {
    if (!context.signal.aborted) throw error;
    throw new CliError(`Stopped watching. The load ${id} continues.`, {
      next: `weft loads watch ${id} follows it again, weft loads cancel ${id} cancels it.`,
      exitCode: exitCodes.interrupted,
    });
  } finally {
    display.end();
  }
}

const changesShown = 10;

/** The first changes of a plan; the rest of a possibly large file is not fetched. */
async function readPlan(weft: Weft, planFileId: string, signal: AbortSignal): Promise<PlannedChange[]> {
  const { stream } = await weft.files.download({ id: planFileId, signal });
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.split("\n").length > changesShown) break;
  }
  return text
    .split("\n")
    .filter((line) => line !== "")
    .slice(0, changesShown)
    .map((line): PlannedChange => JSON.parse(line));
}

/** How long the service may be unavailable: the load continues in the meantime. */
const outageMaxMs = 600_000;
const pauseMs = 1_000;

/** Follows a load until it ends. Shows outages of the service, and retries. */
async function followThroughOutages(
  weft: Weft,
  id: string,
  display: ProgressDisplay,
  signal: AbortSignal,
): Promise<LoaderProcess> {
  let state: ProgressState | undefined;
  let awaySince: number | undefined;
  const onProgress = (load: LoaderProcess) => {
    awaySince = undefined;
    state = loadState(load);
    display.show(state);
  };
  for (;;) {
    try {
      return await weft.loader.follow({ id, onProgress, signal, outageSeconds: 0 });
    } catch (error) {
      awaySince ??= Date.now();
      // A service that has never responded is probably not there.
      if (state === undefined || !isOutage(error) || Date.now() - awaySince > outageMaxMs) throw error;
      display.show({ label: "No response", share: state.share, details: ["retrying"] });
      await pause(pauseMs, undefined, { signal });
    }
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
}

const reasonsShown = 10;

/** The result of a load: status, counts, the first issues, and where the rest is. */
export function formatLoad(load: LoaderProcess, style: Style): string {
  return [
    `${headline(load, style)}\n`,
    countsTable(load),
    issueList(load, style),
    formatLiterals(load),
    formatUndefinedColumns(load),
    load.undo === undefined ? "" : formatUndo(load.undo),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function headline(load: LoaderProcess, style: Style): string {
  const { id, status, subtext, dryRun, failureArea, errors } = load;
  switch (status) {
    case "completed":
      return dryRun === true
        ? `${style.bold("Dry run")} of ${effort(load)}: nothing was written. Load ${id}.`
        : `${style.green("Loaded")} ${effort(load)}. Load ${id}.`;
    case "failed":
      return `${style.red("Failed")} with ${pluralize(errors, "error")}${areaLabels[failureArea]} Load ${id}.`;
    case "canceled":
      return `${style.yellow("Canceled")}: earlier writes are kept. Load ${id}.`;
    case "pending":
    case "running":
      return `${safeText(subtext)}. Load ${id}.`;
  }
}

const areaLabels: Readonly<Record<LoaderProcess["failureArea"], string>> = {
  NONE: ".",
  PARSING_CSV: " while reading the file: nothing was written.",
  VALIDATING_DATA: " while validating the rows: nothing was written.",
  TRANSFORMING_DATA: " while transforming the rows: nothing was written.",
  UPLOADING_DATA: " while writing: some rows were written.",
};

function effort({ progress, startedOn, endedOn }: LoaderProcess): string {
  const rows = pluralize(progress.rowsTotal, "row");
  if (startedOn === undefined || endedOn === undefined) return rows;
  const seconds = secondsBetween(startedOn, endedOn);
  const speed = seconds > 0 ? `, ${pluralize(progress.rowsTotal / seconds, "row")} per second` : "";
  return `${rows} in ${formatDuration(seconds)}${speed}`;
}

const countNames = ["created", "updated", "unchanged", "deleted", "failed"] as const satisfies (keyof LoadCounts)[];

function countsTable({ counts }: LoaderProcess): string {
  const rows = Object.entries(counts);
  return rows.length === 0
    ? ""
    : drawTable(
        rows,
        [
          { title: "entity type", value: ([entityType]) => entityType },
          ...countNames.map((name) => ({
            title: name,
            value: ([, count]: readonly [string, LoadCounts]) => formatNumber(count[name]),
            isRight: true,
          })),
        ],
        Number.POSITIVE_INFINITY,
      );
}

/** A misspelled column in federatedMappings is a text for every row, so each such text is shown. */
function formatLiterals({ literalMappings = [] }: LoaderProcess): string {
  if (literalMappings.length === 0) return "";
  const lines = literalMappings.map(({ target, text, closestColumn }) => {
    const meant = closestColumn === undefined ? "" : ` Did you mean "${safeText(closestColumn)}"?`;
    return `  ${safeText(target)}: "${safeText(text)}" is not a column.${meant}\n`;
  });
  return `The same text in every row:\n${lines.join("")}`;
}

/** Not an issue of the load, but easily overlooked: such columns are text until they are defined. */
function formatUndefinedColumns({ status, dryRun, undescribedColumns = [] }: LoaderProcess): string {
  if (undescribedColumns.length === 0 || status !== "completed") return "";
  const names = undescribedColumns.map(({ columnName, guessedKind }) => `${safeText(columnName)} (${guessedKind}?)`);
  return `${dryRun === true ? "To be stored" : "Stored"} as text (undefined properties): ${names.join(", ")}\n`;
}

function formatUndo({ status, reverted, notReverted, reasons }: LoadUndo): string {
  const lines = reasons
    .slice(0, reasonsShown)
    .map(({ entityReference, message }) => `  ${safeText(entityReference)}: ${safeText(message)}\n`);
  const rest = notReverted - lines.length;
  return [
    `Undo ${status}: ${pluralize(reverted, "change")} undone, ${formatNumber(notReverted)} kept.\n`,
    ...lines,
    ...(rest > 0 ? [`  and ${formatNumber(rest)} more\n`] : []),
  ].join("");
}
