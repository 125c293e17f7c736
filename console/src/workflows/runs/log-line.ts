/** A line of a task's log: when it was received, and what it says. */
export interface LogLine {
  readonly time: string;
  readonly text: string;
}

/** Each is stored as "<ISO time> <text>"; a line without a time has only its text. */
export function readLogLine(line: string): LogLine {
  const [, time = "", text = line] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\s\S]*)$/.exec(line) ?? [];
  return { time, text };
}
