import type { RateVerdict } from "./rate-limiter.ts";
import type { RatePolicy } from "./rate-policy.ts";

export interface TokenBucket {
  /** Below zero when nodes that share the bucket together spent more than it held. */
  tokens: number;
  refilledAtMs: number;
}

/**
 * Subjects that a node remembers. The one unseen for longest is forgotten first, and its bucket is full again. By their
 * size and not their number: for a number the cache would take the room for all of them at the start.
 */
export const subjects = { maxSize: 100_000, sizeCalculation: () => 1 };

// Tenths do not add up exactly in binary: ten of them must still count as one.
const rounding = 1e-6;

/** In place, because this runs in every request. The policy is the caller's of this moment: a new rate counts at once. */
export function refillBucket(bucket: TokenBucket, policy: RatePolicy, nowMs: number): void {
  const elapsedSeconds = (nowMs - bucket.refilledAtMs) / 1000;
  bucket.tokens = Math.min(policy.burst, bucket.tokens + elapsedSeconds * policy.ratePerSecond);
  bucket.refilledAtMs = nowMs;
}

export function isEnough(tokens: number, cost: number): boolean {
  return tokens + rounding >= cost;
}

/** The answer to an allowed request, from the tokens left after it. */
export function allow(policy: RatePolicy, tokens: number): RateVerdict {
  return {
    allowed: true,
    remaining: Math.max(0, Math.floor(tokens + rounding)),
    resetSeconds: secondsToGain(policy, policy.burst - tokens),
    retryAfterSeconds: 0,
  };
}

/** The answer to a refused request, from the tokens there were. */
export function refuse(policy: RatePolicy, tokens: number, cost: number): RateVerdict {
  return {
    allowed: false,
    remaining: Math.max(0, Math.floor(tokens + rounding)),
    resetSeconds: secondsToGain(policy, policy.burst - tokens),
    retryAfterSeconds: Math.max(1, secondsToGain(policy, cost - tokens)),
  };
}

function secondsToGain(policy: RatePolicy, tokens: number): number {
  return Math.max(0, Math.ceil((tokens - rounding) / policy.ratePerSecond));
}
