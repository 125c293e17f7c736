import { logLinesMax } from "@weft/contract";
import type { WorkflowTask } from "./process-state.ts";

const lineBytesMax = 16 * 1024;
const taskBytesMax = 10 * 1024 * 1024;

/** Each line is stored with the time it was received, whatever it contains. */
export function stampLines(logs: string | readonly string[] | undefined, receivedOn: Date): string[] {
  const texts = typeof logs === "string" ? [logs] : (logs ?? []);
  return texts.map((text) => `${receivedOn.toISOString()} ${text}`);
}

/** Returns an error message if the task cannot take the lines. */
export function validateLines(task: WorkflowTask, logs: string | readonly string[] | undefined): string | undefined {
  const texts = typeof logs === "string" ? [logs] : (logs ?? []);
  if (texts.length > logLinesMax) {
    return `At most ${logLinesMax} lines per request; send the rest with another PROGRESS.`;
  }
  const long = texts.findIndex((text) => Buffer.byteLength(text) > lineBytesMax);
  if (long >= 0) {
    return `Line ${long + 1} is longer than 16 KiB. Shorten it, or send it as several lines.`;
  }
  return task.logBytes + bytesOf(texts) > taskBytesMax
    ? "The logs of a task can have at most 10 MiB. Put the rest into a file and refer to it in the output."
    : undefined;
}

/** The task with its line count updated. The lines themselves are stored separately. */
export function countLines(task: WorkflowTask, lines: readonly string[]): WorkflowTask {
  return lines.length === 0
    ? task
    : { ...task, logLines: task.logLines + lines.length, logBytes: task.logBytes + bytesOf(lines) };
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((bytes, line) => bytes + Buffer.byteLength(line), 0);
}
