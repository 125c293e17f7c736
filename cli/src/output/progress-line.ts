import { cutTo, safeText, widthOf } from "./safe-text.ts";
import type { Style } from "./style.ts";

/** A state of progress. */
export interface ProgressState {
  /** The current phase, one word. */
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  /** Most important first: without room, the last are omitted. */
  readonly details: readonly string[];
}

const labelColumns = 10;
const barColumnsMin = 10;
const barColumnsMax = 30;
const gap = "  ";

/** The line of a terminal: label, bar, percent, and as many details as fit. */
export function progressLine({ label, share, details }: ProgressState, columns: number, style: Style): string {
  // A line that fills the last column wraps in some terminals.
  const room = columns - 1;
  const head = safeText(label).padEnd(labelColumns);
  const percent = formatPercent(share).padStart(5);
  const fixed = widthOf(head) + widthOf(percent) + 2;
  if (fixed + barColumnsMin > room) {
    return cutTo(`${safeText(label)} ${percent.trim()}`, Math.max(1, room));
  }
  const tail = fittingDetails(details, room - fixed - barColumnsMin);
  const barColumns = Math.min(barColumnsMax, room - fixed - widthOf(tail));
  return `${head} ${drawBar(share, barColumns, style)} ${percent}${tail}`;
}

/** The same as a sentence: for logs and screen readers. */
export function progressSentence({ label, share, details }: ProgressState): string {
  return `${safeText(label)}: ${[formatPercent(share), ...details.map(safeText)].join(", ")}`;
}

function fittingDetails(details: readonly string[], room: number): string {
  let tail = "";
  for (const detail of details) {
    const longer = `${tail}${gap}${safeText(detail)}`;
    if (widthOf(longer) > room) break;
    tail = longer;
  }
  return tail;
}

function drawBar(share: number, columns: number, style: Style): string {
  const filled = Math.floor(within(share) * columns);
  return style.cyan("█".repeat(filled)) + style.dim("░".repeat(columns - filled));
}

function formatPercent(share: number): string {
  return `${Math.floor(within(share) * 100 + 1e-9)} %`;
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
