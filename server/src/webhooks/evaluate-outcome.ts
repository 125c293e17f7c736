import { dayMs } from "../platform/durations.ts";
import type { OutboundOutcome } from "../platform/outbound/outbound-message.ts";

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

const retryAfterStatuses = [429, 503];

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
  const pauseMs = retryAfterStatuses.includes(status) ? readRetryAfterMs(headers["retry-after"], nowMs) : undefined;
  // Waits at least as long as the receiver asks and as the schedule says, so that retries still span three days.
  const delayMs = retryMs === undefined ? undefined : Math.max(retryMs, pauseMs ?? 0);
  return { kind: "failed", retryMs: delayMs, pauseMs, isGone: false };
}

/** The delay requested by the Retry-After header, in seconds or as a date. At most a day. */
export function readRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  const waitMs = /^\d{1,12}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), dayMs);
}

/** Average delay in seconds after each failed attempt: three days in total. */
export const retryDelaysSeconds: readonly number[] = [
  5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 72_000, 86_400,
];

/** A webhook that has failed for this long without any success is disabled. */
export const failingMsMax = 3 * dayMs;

/**
 * The delay after that many failed attempts; undefined after the last one. Jitter from 50% to 150% keeps deliveries
 * that failed together from being retried together.
 */
export function retryDelayMs(failedTries: number, random: () => number = Math.random): number | undefined {
  const seconds = retryDelaysSeconds[failedTries - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1_000 * (0.5 + random()));
}
