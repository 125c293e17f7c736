import type { RatePolicy } from "./rate-policy.ts";
import type { RateSubject } from "./rate-subject.ts";

export interface RateVerdict {
  readonly allowed: boolean;
  /** Whole requests that may be sent at once. */
  readonly remaining: number;
  /** Whole seconds until the bucket is full. */
  readonly resetSeconds: number;
  /** Whole seconds until the rejected request may be retried, 0 if it was allowed. */
  readonly retryAfterSeconds: number;
}

export interface RateLimiter {
  /**
   * Counts a request, and never waits for a shared store. The cost may be a fraction; a cost above the burst counts as
   * the burst.
   */
  take(subject: RateSubject, policy: RatePolicy, cost: number): RateVerdict;
  close(): Promise<void>;
}
