import type { EventWorkflowTask } from "@weft/client";
import { formatDuration } from "../../output/amounts.ts";
import { safeLines, safeText, widthOf } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";

interface Look {
  readonly style: Style;
  /** In milliseconds; up to now for a running task. */
  readonly now: number;
}

const marks: Readonly<Record<EventWorkflowTask["status"], string>> = {
  pending: "·",
  running: "▸",
  awaiting: "…",
  completed: "✓",
  failed: "✗",
  canceled: "–",
  skipped: "–",
};

/** A task in the timeline of its run: one line, its failure, and its last log lines. */
export function formatTimeline(
  task: EventWorkflowTask,
  { style, now, nameColumns, logLines }: Look & { readonly nameColumns: number; readonly logLines: number },
): string {
  const { name, status, subtext, progress, failure, logs } = task;
  const padding = " ".repeat(Math.max(0, nameColumns - widthOf(safeText(name))));
  const reported = [
    formatElapsed(task, now).padEnd(durationColumns),
    ...(progress === undefined || status === "completed" ? [] : [`${progress} %`]),
    ...(subtext === undefined ? [] : [safeText(subtext)]),
  ].join("  ");
  const head = `${paintOf(status, style)(`${marks[status]} ${safeText(name)}`)}${padding}  ${status.padEnd(statusColumns)}  ${reported}`;
  const shownLogs = logLines === 0 ? [] : logs.slice(-logLines);
  return [
    head.trimEnd(),
    ...(failure === undefined ? [] : [style.red(`    ${safeText(failure.message)}`)]),
    ...shownLogs.map((line) => style.dim(`    ${safeText(line)}`)),
    ...(status === "awaiting" ? [`    complete with: weft tasks complete ${task.id}`] : []),
    ...(status === "failed" ? [`    retry with: weft tasks retry ${task.id}`] : []),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

const statusColumns = "completed".length;
const durationColumns = 8;

/** All details of a task. */
export function formatTask(task: EventWorkflowTask, { style, now }: Look): string {
  const { id, name, status, action, processId, attempt, subtext, failure, deadline, claim, logs, logLineCount } = task;
  const { availableOn, form } = task;
  const fields: [string, string | undefined][] = [
    ["id", id],
    ["status", `${status}${task.progress === undefined ? "" : `, ${task.progress} %`}`],
    ["run", processId],
    ["action", `${action}${task.async ? ", waits for a callback" : ""}`],
    ["lasted", formatElapsed(task, now) || undefined],
    ["attempt", attempt > 1 ? String(attempt) : undefined],
    ["subtext", subtext],
    ["failure", failure?.message],
    ["deadline", status === "completed" || status === "failed" ? undefined : deadline],
    ["claimed by", claim && `${claim.workerId} until ${claim.leasedUntil}`],
    ["released", availableOn && `until ${availableOn}`],
    [
      "form",
      form
        ?.map(({ slug, propertyType, required }) => `${slug}${required === true ? "*" : ""} (${propertyType})`)
        .join(", "),
    ],
  ];
  const lines = fields.flatMap(([title, value]) =>
    value === undefined ? [] : [`  ${style.dim(title.padEnd(8))}  ${safeText(value)}\n`],
  );
  const cut = logLineCount > logs.length ? ` (last ${logs.length} of ${logLineCount})` : "";
  return [
    `${paintOf(status, style)(`${marks[status]} ${safeText(name)}`)}\n`,
    ...lines,
    ...formatObject("input", task.input),
    ...formatObject("output", task.output),
    ...(logs.length === 0 ? [] : [`log${cut}\n`, ...logs.map((line) => `  ${safeText(line)}\n`)]),
  ].join("");
}

function formatObject(title: string, value: object | undefined): string[] {
  return value === undefined || Object.keys(value).length === 0
    ? []
    : [`${title}\n`, `${safeLines(JSON.stringify(value, undefined, 2)).replace(/^/gm, "  ")}\n`];
}

/** Empty if it has not started. */
function formatElapsed({ startedOn, endedOn }: Pick<EventWorkflowTask, "startedOn" | "endedOn">, now: number): string {
  if (startedOn === undefined) return "";
  const end = endedOn === undefined ? now : Date.parse(endedOn);
  return formatDuration(Math.max(0, end - Date.parse(startedOn)) / 1000);
}

function paintOf(status: EventWorkflowTask["status"], style: Style): (text: string) => string {
  switch (status) {
    case "completed":
      return style.green;
    case "failed":
      return style.red;
    case "awaiting":
    case "running":
      return style.yellow;
    case "pending":
    case "canceled":
    case "skipped":
      return style.dim;
  }
}
