import type { LoaderProcess, UploadProgress } from "@weft/client";
import { formatBytes, formatDuration, formatNumber, pluralize } from "../../output/amounts.ts";
import type { ProgressState } from "../../output/progress-line.ts";

const labels: Readonly<Record<string, string>> = {
  checking: "Checking",
  writing: "Writing",
  publishing: "Publishing",
  done: "Done",
};

/** The progress of a load, or of its undo. */
export function loadState({ status, progress, undo }: LoaderProcess): ProgressState {
  const { phase, rowsTotal, rowsDone, rowsPerSecond, percent, etaSeconds } = progress;
  if (undo !== undefined && undo.status !== "completed") {
    return { label: "Undoing", share: 0, details: [`${formatNumber(undo.reverted)} undone`] };
  }
  if (status === "pending") {
    return { label: "Waiting", share: 0, details: [] };
  }
  const share = percent / 100;
  if (phase === "publishing") {
    return { label: "Publishing", share, details: [`${rowsDone} of ${pluralize(rowsTotal, "assortment")}`] };
  }
  const rows =
    rowsTotal === 0 ? pluralize(rowsDone, "row") : `${formatNumber(rowsDone)} of ${formatNumber(rowsTotal)} rows`;
  return {
    label: labels[phase] ?? "Beginning",
    share,
    details: [
      rows,
      ...(rowsPerSecond > 0 ? [`${formatNumber(rowsPerSecond)} rows/s`] : []),
      ...(etaSeconds > 0 ? [`${formatDuration(etaSeconds)} left`] : []),
    ],
  };
}

/** The progress of a transfer that started so many seconds ago. */
export function transferState(label: string, { sent, size }: UploadProgress, seconds: number): ProgressState {
  const bytesPerSecond = seconds > 0 ? sent / seconds : 0;
  return {
    label,
    share: size === 0 ? 1 : sent / size,
    details: [
      `${formatBytes(sent)} of ${formatBytes(size)}`,
      ...(bytesPerSecond > 0
        ? [`${formatBytes(bytesPerSecond)}/s`, `${formatDuration((size - sent) / bytesPerSecond)} left`]
        : []),
    ],
  };
}
