import type { LoadCounts, LoaderProcess, LoadUndo } from "@weft/client";
import { formatDuration, formatNumber, pluralize, secondsBetween } from "../../output/amounts.ts";
import { safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { drawTable } from "../../output/table.ts";
import { issueList } from "./format-issue.ts";

const reasonsShown = 10;

/** The result of a load: status, counts, the first issues, and where the rest is. */
export function formatLoad(load: LoaderProcess, style: Style): string {
  return [
    `${headline(load, style)}\n`,
    countsTable(load),
    issueList(load, style),
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
