/** In report order. */
export const checkNames = [
  "configuration",
  "node",
  "data-folder",
  "disk",
  "tls",
  "service",
  "database",
  "schema",
  "clock",
  "rights",
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
