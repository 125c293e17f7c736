import { type RatePolicy, type RateSubject, refillBucket, type TokenBucket } from "../rate-limiter.ts";
import type { TokenStore } from "../token-store.ts";

export interface SharedStore extends TokenStore {
  /** Held responses wait for answerHeld; a silent store never responds. */
  state: "well" | "held" | "silent" | "refusing";
  calls: number;
  isClosed: boolean;
  answerHeld(): void;
}

/** Buckets that several limiters of one test share. */
export function buildSharedStore(now: () => number): SharedStore {
  const buckets = new Map<string, TokenBucket>();
  const held: (() => void)[] = [];
  return {
    state: "well",
    calls: 0,
    isClosed: false,
    async settle(subject: RateSubject, policy: RatePolicy, spent: number) {
      this.calls++;
      if (this.state === "refusing") {
        throw new Error("The store is away.");
      }
      if (this.state === "silent") {
        return new Promise<never>(() => {});
      }
      const bucket = buckets.get(subject.key) ?? { tokens: policy.burst, refilledAtMs: now() };
      buckets.set(subject.key, bucket);
      refillBucket(bucket, policy, now());
      bucket.tokens -= spent;
      const left = bucket.tokens;
      if (this.state === "held") {
        await new Promise<void>((resolve) => held.push(resolve));
      }
      return left;
    },
    answerHeld() {
      for (const answer of held.splice(0)) {
        answer();
      }
    },
    async close() {
      this.isClosed = true;
    },
  };
}
