import type { EventWorkflowProcess, EventWorkflowTask } from "@weft/client";

/** The start and end of a task's bar, in percent of the duration of its run. */
export interface Bar {
  readonly left: number;
  readonly width: number;
}

/** The duration of a run so far. */
export function spanOf(run: Pick<EventWorkflowProcess, "createdOn" | "endedOn">, nowMs: number) {
  const fromMs = Date.parse(run.createdOn);
  const toMs = run.endedOn === undefined ? Math.max(nowMs, fromMs) : Date.parse(run.endedOn);
  // So that a run without duration still has a width.
  return { fromMs, toMs: Math.max(toMs, fromMs + 1) };
}

const narrowest = 0.8;

/** Undefined for a task that has not started. */
export function barOf(
  task: Pick<EventWorkflowTask, "startedOn" | "endedOn">,
  span: { readonly fromMs: number; readonly toMs: number },
): Bar | undefined {
  if (task.startedOn === undefined) return undefined;
  const length = span.toMs - span.fromMs;
  const percentAt = (ms: number) => Math.min(100, Math.max(0, ((ms - span.fromMs) / length) * 100));
  const start = percentAt(Date.parse(task.startedOn));
  const end = percentAt(task.endedOn === undefined ? span.toMs : Date.parse(task.endedOn));
  const width = Math.max(narrowest, end - start);
  return { left: Math.min(start, 100 - width), width };
}

/** The duration, or the time until now; undefined for what has not started. */
export function durationOf(
  run: { readonly startedOn?: string | undefined; readonly endedOn?: string | undefined },
  nowMs: number,
): number | undefined {
  if (run.startedOn === undefined) return undefined;
  const endMs = run.endedOn === undefined ? nowMs : Date.parse(run.endedOn);
  return Math.max(0, endMs - Date.parse(run.startedOn));
}
