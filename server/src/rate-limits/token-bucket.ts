import type { RateVerdict } from "./rate-limiter.ts";
import type { RatePolicy } from "./rate-policy.ts";

export interface TokenBucket {
  /** Below zero when nodes that share the bucket together spent more than it held. */
  tokens: number;
  refilledAtMs: number;
}

/**
 * Subjects that a node caches. The least recently used is evicted first, and its bucket is full again. Limited by size,
 * not by count: for a count the cache would allocate all entries at the start.
 */
export const subjects = { maxSize: 100_000, sizeCalculation: () => 1 };

// Tenths do not add up exactly in binary: ten of them must still count as one.
const rounding = 1e-6;

/** In place, because this runs in every request. The policy is the caller's current one: a new rate applies at once. */
export function refillBucket(bucket: TokenBucket, policy: RatePolicy, nowMs: number): void {
  const elapsedSeconds = (nowMs - bucket.refilledAtMs) / 1000;
  bucket.tokens = Math.min(policy.burst, bucket.tokens + elapsedSeconds * policy.ratePerSecond);
  bucket.refilledAtMs = nowMs;
}

export function isEnough(tokens: number, cost: number): boolean {
  return tokens + rounding >= cost;
}

/** The verdict for an allowed request, from the tokens left after it. */
export function allow(policy: RatePolicy, tokens: number): RateVerdict {
  return {
    allowed: true,
    remaining: Math.max(0, Math.floor(tokens + rounding)),
    resetSeconds: secondsToGain(policy, policy.burst - tokens),
    retryAfterSeconds: 0,
  };
}

/** The verdict for a rejected request, from the tokens available. */
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
