import { LRUCache } from "lru-cache";
import {
  allow,
  isEnough,
  type RateLimiter,
  type RatePolicy,
  type RateSubject,
  type RateVerdict,
  refillBucket,
  refuse,
  subjects,
  type TokenBucket,
} from "./rate-limiter.ts";
import type { TokenStore } from "./token-store.ts";

export interface LeasedLimiterOptions {
  readonly store: TokenStore;
  /** The number of active nodes; a value that is a few seconds old suffices. */
  readonly nodeCount: () => number;
  /** Called once when the store becomes unavailable, for the log. */
  readonly onStoreAway: (cause: unknown) => void;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

// A block is what the rate yields in this time, and at least one token.
const blockSeconds = 0.1;
const settleTimeoutMs = 500;
const storeRetryMs = 1_000;
const closedForEver = Number.POSITIVE_INFINITY;

/**
 * A node's view of a shared bucket: the tokens the store last reported, refilled by the node's own clock as if no other
 * node took any, and what this node has spent without settling.
 */
interface Lease extends TokenBucket {
  unsettled: number;
  settlingSinceMs: number | undefined;
}

/**
 * Counts for several nodes over one store, and no request waits for it: a node spends first and settles later.
 *
 * A node has a lease on each bucket, the number of tokens that it may spend unsettled: its share of the burst
 * (burst / nodes), and at least a block (rate / 10). Settling, a block at a time or at half the lease, renews it.
 * So in any window the nodes together let through at most
 *     burst + rate × seconds + nodes × lease,
 * and any excess is owed: the shared bucket is then below zero, and every node waits for its refill.
 * At 100 a second, burst 200: one node has a lease of 200 and counts exactly; 4 nodes 50 each, 20 nodes and more
 * 10 each. A single request that costs more than the lease is still served, and may then exceed it by its cost.
 * Rationale: docs/decisions/0005-rate-limit-leases.md.
 */
export class LeasedLimiter implements RateLimiter {
  readonly #leases = new LRUCache<string, Lease>(subjects);
  readonly #store: TokenStore;
  readonly #nodeCount: () => number;
  readonly #onStoreAway: (cause: unknown) => void;
  readonly #now: () => number;
  /** Undefined while the store is available. */
  #storeAwayUntilMs: number | undefined;

  constructor(options: LeasedLimiterOptions) {
    this.#store = options.store;
    this.#nodeCount = options.nodeCount;
    this.#onStoreAway = options.onStoreAway;
    this.#now = options.now ?? (() => performance.now());
  }

  take(subject: RateSubject, policy: RatePolicy, cost: number): RateVerdict {
    const nowMs = this.#now();
    const lease = this.#refilledLease(subject, policy, nowMs);
    const counted = Math.min(cost, policy.burst);
    const tokens = this.#spendable(lease, policy, counted);
    const isAllowed = isEnough(tokens, counted);
    if (isAllowed) {
      lease.unsettled += counted;
    }
    this.#settleWhenDue(subject, policy, lease, nowMs);
    return isAllowed ? allow(policy, tokens - counted) : refuse(policy, tokens, counted);
  }

  async close(): Promise<void> {
    this.#storeAwayUntilMs = closedForEver;
    await this.#store.close();
  }

  #refilledLease(subject: RateSubject, policy: RatePolicy, nowMs: number): Lease {
    const known = this.#leases.get(subject.key);
    if (known !== undefined) {
      refillBucket(known, policy, nowMs);
      return known;
    }
    const fresh = { tokens: policy.burst, refilledAtMs: nowMs, unsettled: 0, settlingSinceMs: undefined };
    this.#leases.set(subject.key, fresh);
    return fresh;
  }

  #spendable(lease: Lease, policy: RatePolicy, cost: number): number {
    const left = lease.tokens - lease.unsettled;
    const leaseSize = this.#leaseSize(policy);
    // Below the mark everything passes: otherwise a batch that costs more than the whole lease never would.
    const mayOwe = lease.unsettled < settleMark(policy, leaseSize) || isEnough(leaseSize, lease.unsettled + cost);
    return mayOwe ? left : Math.min(0, left);
  }

  #leaseSize(policy: RatePolicy): number {
    return Math.max(blockSize(policy), policy.burst / this.#nodeCount());
  }

  #settleWhenDue(subject: RateSubject, policy: RatePolicy, lease: Lease, nowMs: number): void {
    if (lease.unsettled < settleMark(policy, this.#leaseSize(policy))) {
      return;
    }
    if (this.#storeAwayUntilMs !== undefined) {
      countAlone(lease);
      this.#probeWhenDue(subject, policy, nowMs);
    } else if (lease.settlingSinceMs === undefined) {
      void this.#settle(subject, policy, lease, nowMs);
    } else if (nowMs - lease.settlingSinceMs > settleTimeoutMs) {
      countAlone(lease);
      this.#storeFailed(nowMs, new Error(`The rate limit store did not respond within ${settleTimeoutMs} ms.`));
    }
  }

  async #settle(subject: RateSubject, policy: RatePolicy, lease: Lease, startedMs: number): Promise<void> {
    const spent = lease.unsettled;
    lease.settlingSinceMs = startedMs;
    // After the timeout a response is too late: its tokens were counted locally meanwhile.
    const isAwaited = () => lease.settlingSinceMs === startedMs;
    try {
      const left = await this.#store.settle(subject, policy, spent);
      if (isAwaited()) {
        const nowMs = this.#now();
        renewLease(lease, { spent, left, nowMs });
        this.#settleWhenDue(subject, policy, lease, nowMs);
      }
    } catch (cause) {
      if (isAwaited()) {
        countAlone(lease);
        this.#storeFailed(this.#now(), cause);
      }
    }
  }

  #storeFailed(nowMs: number, cause: unknown): void {
    if (this.#storeAwayUntilMs === undefined) {
      this.#storeAwayUntilMs = nowMs + storeRetryMs;
      this.#onStoreAway(cause);
    }
  }

  /** While the store is unavailable, one request a second probes it. */
  #probeWhenDue(subject: RateSubject, policy: RatePolicy, nowMs: number): void {
    if (this.#storeAwayUntilMs !== undefined && nowMs >= this.#storeAwayUntilMs) {
      this.#storeAwayUntilMs = nowMs + storeRetryMs;
      void this.#probe(subject, policy, nowMs);
    }
  }

  async #probe(subject: RateSubject, policy: RatePolicy, startedMs: number): Promise<void> {
    try {
      await this.#store.settle(subject, policy, 0);
      const isInTime = this.#now() - startedMs <= settleTimeoutMs;
      if (isInTime && this.#storeAwayUntilMs !== closedForEver) {
        this.#storeAwayUntilMs = undefined;
      }
    } catch {
      // Still unavailable, which was already reported.
    }
  }
}

function blockSize(policy: RatePolicy): number {
  return Math.max(1, policy.ratePerSecond * blockSeconds);
}

function settleMark(policy: RatePolicy, leaseSize: number): number {
  return Math.min(blockSize(policy), leaseSize / 2);
}

function renewLease(lease: Lease, answer: { spent: number; left: number; nowMs: number }): void {
  lease.tokens = answer.left;
  lease.refilledAtMs = answer.nowMs;
  lease.unsettled -= answer.spent;
  lease.settlingSinceMs = undefined;
}

/** Settles against the node's own view, which is then an exact bucket with the whole rate. */
function countAlone(lease: Lease): void {
  lease.tokens -= lease.unsettled;
  lease.unsettled = 0;
  lease.settlingSinceMs = undefined;
}
