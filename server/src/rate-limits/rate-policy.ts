import { strict as assert } from "node:assert";

export interface RatePolicy {
  /** Names the policy in the RateLimit headers. */
  readonly name: string;
  readonly ratePerSecond: number;
  /** What a full bucket holds: this many requests may be sent at once. */
  readonly burst: number;
}

/** Build a policy once and keep it: the texts of its headers are cached by object. */
export function ratePolicy(name: string, ratePerSecond: number): RatePolicy {
  assert(ratePerSecond > 0, "rate policy without a rate");
  // At least 1: otherwise a rate below one request in two seconds would never allow any.
  return { name, ratePerSecond, burst: Math.max(1, 2 * ratePerSecond) };
}
