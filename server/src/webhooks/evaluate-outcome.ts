import type { OutboundOutcome } from "../platform/outbound/outbound-message.ts";
import { readRetryAfterMs } from "./read-retry-after.ts";
import { retryDelayMs } from "./retry-schedule.ts";

/** What becomes of a delivery after an attempt. */
export type Verdict =
  | { readonly kind: "delivered" }
  | {
      readonly kind: "failed";
      /** Undefined when it is not tried again. */
      readonly retryMs: number | undefined;
      /** How long nothing at all is sent to the webhook. */
      readonly pauseMs: number | undefined;
      /** The receiver does not want to hear of us any more. */
      readonly isGone: boolean;
    }
  /** It was we who gave it up: that says nothing of the receiver. */
  | { readonly kind: "aborted" };

const patientStatuses = [429, 503];

/** Only 2xx is success; a redirect is not followed, and a failure. */
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
  // Not before the receiver wants it; and not sooner than otherwise, so that three days stay three days.
  const patientMs = retryMs === undefined ? undefined : Math.max(retryMs, pauseMs ?? 0);
  return { kind: "failed", retryMs: patientMs, pauseMs, isGone: false };
}
