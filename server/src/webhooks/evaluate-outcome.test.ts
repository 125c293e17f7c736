import { describe, expect, test } from "vitest";
import { hourMs } from "../platform/durations.ts";
import type { OutboundOutcome } from "../platform/outbound/outbound-message.ts";
import { evaluateOutcome, readRetryAfterMs, retryDelayMs, retryDelaysSeconds } from "./evaluate-outcome.ts";

const nowMs = Date.parse("2026-03-01T12:00:00Z");

describe("the retry schedule", () => {
  test("spreads its retries over three days", () => {
    const total = retryDelaysSeconds.reduce((sum, seconds) => sum + seconds, 0);

    expect(total / 3_600).toBeGreaterThan(71);
    expect(total / 3_600).toBeLessThan(73);
    expect([...retryDelaysSeconds].sort((a, b) => a - b)).toEqual(retryDelaysSeconds);
  });

  test.each([
    [1, 0, 2_500],
    [1, 0.5, 5_000],
    [1, 1, 7_500],
    [12, 0.5, 86_400_000],
    [13, 0.5, undefined],
  ])("after %d failures and with random value %d it waits %s ms", (failures, chance, delayMs) => {
    expect(retryDelayMs(failures, () => chance)).toBe(delayMs);
  });
});

test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Sun, 01 Mar 2026 12:00:30 GMT", 30_000],
  ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
  ["999999", 24 * hourMs],
  ["soon", undefined],
  ["-5", 0],
  ["", undefined],
  [undefined, undefined],
])("Retry-After: %s is %s ms", (header, waitMs) => {
  expect(readRetryAfterMs(header, nowMs)).toBe(waitMs);
});

function answered(status: number, headers: Record<string, string> = {}): OutboundOutcome {
  return { kind: "answered", status, headers, body: new Uint8Array(), isCut: false, address: "", durationMs: 1 };
}

function evaluate(outcome: OutboundOutcome, failedTries = 0) {
  return evaluateOutcome(outcome, failedTries, { nowMs, random: () => 0.5 });
}

const retried = { kind: "failed", retryMs: 5_000, pauseMs: undefined, isGone: false };

test.each([
  [200, { kind: "delivered" }],
  [204, { kind: "delivered" }],
  [299, { kind: "delivered" }],
  [301, retried],
  [400, retried],
  [404, retried],
  [410, { kind: "failed", retryMs: undefined, pauseMs: undefined, isGone: true }],
  [429, retried],
  [500, retried],
])("response %d", (status, verdict) => {
  expect(evaluate(answered(status))).toEqual(verdict);
});

test.each([429, 503])("%d with Retry-After pauses the webhook, and the delivery waits at least as long", (status) => {
  expect(evaluate(answered(status, { "retry-after": "60" }))).toEqual({ ...retried, retryMs: 60_000, pauseMs: 60_000 });
  expect(evaluate(answered(status, { "retry-after": "1" }))).toEqual({ ...retried, retryMs: 5_000, pauseMs: 1_000 });
});

test("Retry-After is ignored for other statuses", () => {
  expect(evaluate(answered(500, { "retry-after": "60" }))).toEqual(retried);
});

test("the last failure is not retried", () => {
  expect(evaluate(answered(500), 12)).toEqual({ ...retried, retryMs: undefined });
});

test("no response is a failure, but an abort by the service is not", () => {
  const unanswered = { message: "", detail: "", durationMs: 1 };

  expect(evaluate({ kind: "failed", reason: "connect", ...unanswered })).toEqual(retried);
  expect(evaluate({ kind: "refused", reason: "address", ...unanswered })).toEqual(retried);
  expect(evaluate({ kind: "failed", reason: "aborted", ...unanswered })).toEqual({ kind: "aborted" });
});
