/** The last runs of one workflow. */
export interface Tally {
  /** Oldest first, at most fifteen. */
  readonly last: readonly { readonly id: string; readonly status: string }[];
  readonly completed: number;
  readonly failed: number;
  readonly inProgress: number;
}

const lastMax = 15;

interface Run {
  readonly id: string;
  readonly eventWorkflowId: string;
  readonly status: string;
}

/** Runs, newest first, by their workflow. */
export function tallyRuns(runs: readonly Run[]): ReadonlyMap<string, Tally> {
  const ids = [...new Set(runs.map(({ eventWorkflowId }) => eventWorkflowId))];
  return new Map(ids.map((id) => [id, tallyOf(runs.filter(({ eventWorkflowId }) => eventWorkflowId === id))]));
}

function tallyOf(runs: readonly Run[]): Tally {
  const count = (...statuses: readonly string[]) => runs.filter(({ status }) => statuses.includes(status)).length;
  return {
    last: runs.slice(0, lastMax).toReversed(),
    completed: count("completed"),
    failed: count("failed"),
    inProgress: count("pending", "running", "awaiting"),
  };
}

/** A line of a task's log: when it was received, and what it says. */
interface LogLine {
  readonly time: string;
  readonly text: string;
}

/** Each is stored as "<ISO time> <text>"; a line without a time has only its text. */
export function readLogLine(line: string): LogLine {
  const [, time = "", text = line] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\s\S]*)$/.exec(line) ?? [];
  return { time, text };
}
