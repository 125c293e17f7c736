import type { LoaderProcess, UploadProgress } from "@weft/client";
import { byteWords, countedWords, countWords, durationWords } from "../../output/amounts.ts";
import type { ProgressState } from "../../output/progress-line.ts";

const labels: Readonly<Record<string, string>> = {
  checking: "Checking",
  writing: "Writing",
  publishing: "Publishing",
  done: "Done",
};

/** How far a load is, or its undo. */
export function loadState({ status, progress, undo }: LoaderProcess): ProgressState {
  const { phase, rowsTotal, rowsDone, rowsPerSecond, percent, etaSeconds } = progress;
  if (undo !== undefined && undo.status !== "completed") {
    return { label: "Undoing", share: 0, details: [`${countWords(undo.reverted)} taken back`] };
  }
  if (status === "pending") {
    return { label: "Waiting", share: 0, details: [] };
  }
  const share = percent / 100;
  if (phase === "publishing") {
    return { label: "Publishing", share, details: [`${rowsDone} of ${countedWords(rowsTotal, "assortment")}`] };
  }
  const rows =
    rowsTotal === 0 ? countedWords(rowsDone, "row") : `${countWords(rowsDone)} of ${countWords(rowsTotal)} rows`;
  return {
    label: labels[phase] ?? "Beginning",
    share,
    details: [
      rows,
      ...(rowsPerSecond > 0 ? [`${countWords(rowsPerSecond)} rows/s`] : []),
      ...(etaSeconds > 0 ? [`${durationWords(etaSeconds)} left`] : []),
    ],
  };
}

/** How far bytes have come that are moved since so many seconds. */
export function transferState(label: string, { sent, size }: UploadProgress, seconds: number): ProgressState {
  const bytesPerSecond = seconds > 0 ? sent / seconds : 0;
  return {
    label,
    share: size === 0 ? 1 : sent / size,
    details: [
      `${byteWords(sent)} of ${byteWords(size)}`,
      ...(bytesPerSecond > 0
        ? [`${byteWords(bytesPerSecond)}/s`, `${durationWords((size - sent) / bytesPerSecond)} left`]
        : []),
    ],
  };
}
