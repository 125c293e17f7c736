import type { LoadCounts, LoaderProcess, LoaderProcessSummary, LoadIssue } from "@weft/client";
import { kindOfType, wordOf } from "../entities/entity-kind.ts";
import { formatNumber, formatRoughDuration, pluralize } from "../ui/format.ts";

type Counted = Pick<LoaderProcessSummary, "counts">;

export const countNames = [
  "created",
  "updated",
  "unchanged",
  "deleted",
  "failed",
] as const satisfies (keyof LoadCounts)[];

/** Over all entity types. */
export function totalCounts({ counts }: Counted): LoadCounts {
  const sum = (name: keyof LoadCounts) => Object.values(counts).reduce((total, count) => total + count[name], 0);
  return {
    created: sum("created"),
    updated: sum("updated"),
    unchanged: sum("unchanged"),
    deleted: sum("deleted"),
    failed: sum("failed"),
  };
}

/** Entities that were changed, or would be. */
export function changesOf(load: Counted): number {
  const { created, updated, deleted } = totalCounts(load);
  return created + updated + deleted;
}

type Moving = Pick<LoaderProcessSummary, "status" | "undo">;

export function isInProgress({ status, undo }: Moving): boolean {
  return [status, undo?.status].some((one) => one === "pending" || one === "running");
}

interface ProgressTexts {
  readonly label: string;
  readonly percent: number;
  readonly details: string;
}

const phases: Readonly<Record<string, string>> = {
  checking: "Checking",
  writing: "Writing",
  publishing: "Publishing",
  done: "Finishing",
};

/** The progress of a load, or of its undo. */
export function formatProgress({
  status,
  progress,
  undo,
}: Moving & Pick<LoaderProcessSummary, "progress">): ProgressTexts {
  if (undo?.status === "pending" || undo?.status === "running") {
    return { label: "Undoing", percent: 100, details: `${pluralize(undo.reverted, "change")} undone so far` };
  }
  if (status === "pending") return { label: "Queued", percent: 0, details: "Loads run one at a time." };
  const { phase, rowsTotal, rowsDone, rowsPerSecond, percent, etaSeconds } = progress;
  const noun = phase === "publishing" ? "assortments" : "rows";
  const rows =
    rowsTotal === 0
      ? `${formatNumber(rowsDone)} ${noun}`
      : `${formatNumber(rowsDone)} of ${formatNumber(rowsTotal)} ${noun}`;
  const details = [
    rows,
    ...(rowsPerSecond > 0 ? [`${formatNumber(rowsPerSecond)} rows/s`] : []),
    ...(etaSeconds > 0 ? [`${formatRoughDuration(etaSeconds)} left`] : []),
  ];
  return { label: phases[phase] ?? "Starting", percent, details: details.join(" · ") };
}

/** Whether the load failed before it looked at rows. */
export function isOfConfiguration(issues: readonly LoadIssue[]): boolean {
  const errors = issues.filter(({ severity }) => severity === "error");
  return errors.length > 0 && errors.every(({ rowNumber }) => rowNumber === undefined);
}

type Ended = Pick<LoaderProcessSummary, "status" | "failureArea" | "dryRun" | "counts"> &
  Partial<Pick<LoaderProcess, "issues">>;

/** The result of a load that failed or was canceled, and what to do; undefined where there is nothing to do. */
export function adviceOn({
  status,
  failureArea,
  dryRun,
  counts,
  issues = [],
}: Ended): { readonly title: string; readonly detail: string } | undefined {
  if (status === "canceled") {
    const detail =
      changesOf({ counts }) === 0
        ? "Nothing was written."
        : "Rows written before are kept. Undo the load, or load the file again: rows that are already up to date stay unchanged.";
    return { title: "Canceled", detail };
  }
  if (status !== "failed") return undefined;
  const nothing = dryRun === true ? "This was a dry run. Nothing was written." : "Nothing was written.";
  switch (failureArea) {
    case "PARSING_CSV":
      return {
        title: "The file could not be read",
        detail: `${nothing} Correct the row named below and upload the file again.`,
      };
    case "VALIDATING_DATA":
      if (isOfConfiguration(issues)) {
        return {
          title: "The configuration has errors",
          detail: `${nothing} Correct the configuration as described below. The rows of the file were not checked.`,
        };
      }
      return {
        title: "Some rows have errors",
        detail: `${nothing} Download the issues file, correct its rows and load it with the same configuration; or load only the valid rows.`,
      };
    case "TRANSFORMING_DATA":
      return {
        title: "The rows could not be built",
        detail: `${nothing} Check the expressions of the configuration.`,
      };
    case "UPLOADING_DATA":
      return {
        title: "Writing failed",
        detail:
          "Some rows were written. Undo the load, or load the file again: rows that are already up to date stay unchanged.",
      };
    default:
      return { title: "The load failed", detail: `${nothing} See the issues below.` };
  }
}

/** The status to show: an undone load is not completed anymore. */
export function shownStatus({ status, undo }: Moving): string {
  return undo?.status === "completed" ? "undone" : status;
}

const verbs = {
  created: "will be deleted",
  updated: "previous values will be restored",
  deleted: "will be restored",
} as const;

/** What an undo would do, by what the load did. */
export function formatUndo({ counts }: Pick<LoaderProcessSummary, "counts">): readonly string[] {
  return Object.entries(counts).flatMap(([entityType, count]) =>
    (["created", "updated", "deleted"] as const)
      .filter((name) => count[name] > 0)
      .map((name) => `${countKind(count[name], entityType)} ${name}: ${verbs[name]}`),
  );
}

function countKind(count: number, entityType: string): string {
  const kind = kindOfType(entityType);
  return kind === undefined ? pluralize(count, entityType) : pluralize(count, wordOf(kind), wordOf(kind, 2));
}
