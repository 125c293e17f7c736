import { LRUCache } from "lru-cache";
import type { RateLimiter, RateVerdict } from "./rate-limiter.ts";
import type { RatePolicy } from "./rate-policy.ts";
import type { RateSubject } from "./rate-subject.ts";
import { allow, isEnough, refillBucket, refuse, subjects, type TokenBucket } from "./token-bucket.ts";

/** Counts exactly, for a single node. */
export class MemoryLimiter implements RateLimiter {
  readonly #buckets = new LRUCache<string, TokenBucket>(subjects);
  readonly #now: () => number;

  /** The clock is monotonic, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  take(subject: RateSubject, policy: RatePolicy, cost: number): RateVerdict {
    const bucket = this.#refilledBucket(subject, policy);
    const counted = Math.min(cost, policy.burst);
    if (!isEnough(bucket.tokens, counted)) {
      return refuse(policy, bucket.tokens, counted);
    }
    bucket.tokens -= counted;
    return allow(policy, bucket.tokens);
  }

  async close(): Promise<void> {
    this.#buckets.clear();
  }

  #refilledBucket(subject: RateSubject, policy: RatePolicy): TokenBucket {
    const nowMs = this.#now();
    const known = this.#buckets.get(subject.key);
    if (known !== undefined) {
      refillBucket(known, policy, nowMs);
      return known;
    }
    const full = { tokens: policy.burst, refilledAtMs: nowMs };
    this.#buckets.set(subject.key, full);
    return full;
  }
}
