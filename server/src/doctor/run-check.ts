import { untilAborted } from "../platform/outbound/deadline.ts";
import { explainError } from "./explain-error.ts";
import type { Check, CheckResult, Finding } from "./finding.ts";

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
