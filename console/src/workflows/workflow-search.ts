import { dayMs, hourMs, startOfMinute } from "../ui/durations.ts";
import { readChoice, readText } from "../ui/read-search.ts";

export const processStatuses = ["pending", "running", "awaiting", "completed", "failed", "canceled"] as const;
export const taskStatuses = [...processStatuses, "skipped"] as const;
const workflowTabs = ["definition", "json", "try", "runs"] as const;

export type WorkflowTab = (typeof workflowTabs)[number];

type Search = Readonly<Record<string, unknown>>;

interface NewWorkflowSearch {
  readonly template?: string | undefined;
}

interface WorkflowSearch {
  readonly tab?: WorkflowTab | undefined;
}

export interface ProcessesSearch {
  readonly status?: (typeof processStatuses)[number] | undefined;
  readonly workflow?: string | undefined;
  readonly since?: Since | undefined;
}

interface ProcessSearch {
  /** The open task. */
  readonly task?: string | undefined;
}

export interface TasksSearch {
  /** Default: those that wait. */
  readonly status?: (typeof taskStatuses)[number] | "all" | undefined;
  readonly name?: string | undefined;
}

export function readNewWorkflowSearch(search: Search): NewWorkflowSearch {
  return { template: readText(search["template"]) };
}

export function readWorkflowSearch(search: Search): WorkflowSearch {
  return { tab: readChoice(search["tab"], workflowTabs) };
}

export function readProcessesSearch(search: Search): ProcessesSearch {
  return {
    status: readChoice(search["status"], processStatuses),
    workflow: readText(search["workflow"]),
    since: readChoice(search["since"], sinceChoices),
  };
}

export function readProcessSearch(search: Search): ProcessSearch {
  return { task: readText(search["task"]) };
}

export function readTasksSearch(search: Search): TasksSearch {
  return { status: readChoice(search["status"], ["all", ...taskStatuses]), name: readText(search["name"]) };
}

export const sinceChoices = ["hour", "day", "week", "month"] as const;
type Since = (typeof sinceChoices)[number];

const lengths: Readonly<Record<Since, number>> = {
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
};

export const formatSince: Readonly<Record<Since, string>> = {
  hour: "The last hour",
  day: "The last day",
  week: "The last week",
  month: "The last 30 days",
};

/** Rounded to a minute, so that the query stays the same for a while. */
export function timeSince(since: Since, nowMs: number): string {
  return new Date(startOfMinute(nowMs - lengths[since])).toISOString();
}
