import { untilAborted } from "../platform/outbound/deadline.ts";
import { detailOf } from "../platform/outbound/outbound-error.ts";
import { Problem } from "../platform/problem.ts";

/** In report order. */
export const checkNames = [
  "configuration",
  "node",
  "versions",
  "data-folder",
  "disk",
  "tls",
  "service",
  "database",
  "schema",
  "distribution",
  "clock",
  "rights",
  "secrets",
  "replica",
  "s3",
  "redis",
  "smtp",
  "sso",
] as const;

export type CheckName = (typeof checkNames)[number];

/** Fault: the service would not start, or a configured feature does not work. Warning: it works, at a risk. */
export type Verdict = "ok" | "warning" | "fault" | "skipped";

export interface CheckResult {
  readonly verdict: Verdict;
  readonly detail: string;
  /** How the operator can fix it. */
  readonly advice?: string;
}

export interface Finding extends CheckResult {
  readonly name: CheckName;
}

/** One check. It may return several results, and changes nothing. */
export interface Check {
  readonly name: CheckName;
  /** Resources that it opened are closed when the signal aborts. */
  look(signal: AbortSignal): Promise<readonly CheckResult[]>;
}

export function ok(detail: string): CheckResult {
  return { verdict: "ok", detail };
}

export function skipped(detail: string): CheckResult {
  return { verdict: "skipped", detail };
}

export function warning(detail: string, advice: string): CheckResult {
  return { verdict: "warning", detail, advice };
}

export function fault(detail: string, advice: string): CheckResult {
  return { verdict: "fault", detail, advice };
}

/** Describes an error for the operator: its message, and the root cause in parentheses. */
export function explainError(error: unknown): string {
  // The message of an unavailable problem is written for API callers.
  if (error instanceof Problem && error.code === "unavailable" && error.cause !== undefined) {
    return explainError(error.cause);
  }
  const bottom = firstLine(detailOf(error));
  const reported = firstLine(messageOf(error)) || bottom;
  const isMore = error instanceof Error && error.cause instanceof Error && !reported.includes(bottom);
  return isMore ? `${withStop(reported)} (${bottom})` : withStop(reported);
}

function messageOf(error: unknown): string {
  if (error instanceof Problem) {
    return error.errors[0]?.detail ?? error.detail;
  }
  return error instanceof Error && !("code" in error) ? error.message : detailOf(error);
}

function firstLine(text: string): string {
  return text.split("\n")[0]?.trim() ?? "";
}

function withStop(text: string): string {
  if (text === "") {
    return "Failed without an error message.";
  }
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Runs the check. A check that fails or times out is a fault. */
export async function runCheck(check: Check, limitMs: number): Promise<readonly Finding[]> {
  const checkResults = await withinLimit(limitMs, (signal) => check.look(signal)).catch(
    (error: unknown): readonly CheckResult[] => [{ verdict: "fault", detail: explainError(error) }],
  );
  return checkResults.map((checkResult) => ({ name: check.name, ...checkResult }));
}

/** Runs the work, and aborts it after the timeout. */
export async function withinLimit<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`No response within ${limitMs / 1000} s.`)), limitMs);
  try {
    return await untilAborted(controller.signal, work(controller.signal));
  } finally {
    clearTimeout(timer);
  }
}
