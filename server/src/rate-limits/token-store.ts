import type { RatePolicy } from "./rate-policy.ts";
import type { RateSubject } from "./rate-subject.ts";

/** Where several nodes share their buckets. */
export interface TokenStore {
  /**
   * Refills the subject's bucket by the store's own clock, takes out what a node has spent, and answers what is left:
   * below zero when the nodes together spent more than there was. Rejects soon when the store is away.
   */
  settle(subject: RateSubject, policy: RatePolicy, spent: number): Promise<number>;
  close(): Promise<void>;
}
