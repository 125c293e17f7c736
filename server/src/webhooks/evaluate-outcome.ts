import type { OutboundOutcome } from "../platform/outbound/outbound-message.ts";
import { readRetryAfterMs } from "./read-retry-after.ts";
import { retryDelayMs } from "./retry-schedule.ts";

/** The effect of an attempt on its delivery. */
export type Verdict =
  | { readonly kind: "delivered" }
  | {
      readonly kind: "failed";
      /** Undefined if it is not retried. */
      readonly retryMs: number | undefined;
      /** How long the webhook is paused. */
      readonly pauseMs: number | undefined;
      /** The receiver no longer accepts deliveries. */
      readonly isGone: boolean;
    }
  /** Aborted by the service: says nothing about the receiver. */
  | { readonly kind: "aborted" };

const patientStatuses = [429, 503];

/** Only 2xx is a success. Redirects are not followed and count as failures. */
export function evaluateOutcome(
  outcome: OutboundOutcome,
  failedTries: number,
  { nowMs = Date.now(), random = Math.random }: { readonly nowMs?: number; readonly random?: () => number } = {},
): Verdict {
  if (outcome.kind === "failed" && outcome.reason === "aborted") {
    return { kind: "aborted" };
  }
  const retryMs = retryDelayMs(failedTries + 1, random);
  if (outcome.kind !== "answered") {
    return { kind: "failed", retryMs, pauseMs: undefined, isGone: false };
  }
  const { status, headers } = outcome;
  if (status >= 200 && status < 300) {
    return { kind: "delivered" };
  }
  if (status === 410) {
    return { kind: "failed", retryMs: undefined, pauseMs: undefined, isGone: true };
  }
  const pauseMs = patientStatuses.includes(status) ? readRetryAfterMs(headers["retry-after"], nowMs) : undefined;
  // Waits at least as long as the receiver asks and as the schedule says, so that retries still span three days.
  const patientMs = retryMs === undefined ? undefined : Math.max(retryMs, pauseMs ?? 0);
  return { kind: "failed", retryMs: patientMs, pauseMs, isGone: false };
}
