import type { RatePolicy } from "./rate-policy.ts";
import type { RateSubject } from "./rate-subject.ts";

/** A store for buckets that several nodes share. */
export interface TokenStore {
  /**
   * Refills the subject's bucket by the store's own clock, subtracts what a node has spent, and returns what is left:
   * below zero when the nodes together spent more than there was. Rejects quickly when the store is unavailable.
   */
  settle(subject: RateSubject, policy: RatePolicy, spent: number): Promise<number>;
  close(): Promise<void>;
}
