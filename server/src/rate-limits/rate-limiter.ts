import { strict as assert } from "node:assert";
import { LRUCache } from "lru-cache";

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

/** What is counted: an API key, a user, or an address before the caller is known. */
export interface RateSubject {
  /** Identifies the subject across all orgs. Built once by the caller, so that a request concatenates nothing. */
  readonly key: string;
  readonly orgId: string;
  readonly id: string;
}

export function rateSubject(orgId: string, id: string): RateSubject {
  // An org id contains no slash, so no two subjects share a key.
  return { key: `${orgId}/${id}`, orgId, id };
}

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

interface RateHeaders {
  readonly "ratelimit-policy": string;
  readonly ratelimit: string;
}

/**
 * Syntax of draft-ietf-httpapi-ratelimit-headers-11, implemented only here. On rejection, t equals Retry-After: the
 * draft requires the two to agree.
 */
export function rateLimitHeaders(policy: RatePolicy, verdict: RateVerdict): RateHeaders {
  const texts = policyTexts.get(policy) ?? rememberTexts(policy);
  const seconds = verdict.allowed ? verdict.resetSeconds : verdict.retryAfterSeconds;
  return {
    "ratelimit-policy": texts.policy,
    ratelimit: `${texts.name};r=${verdict.remaining};t=${seconds}`,
  };
}

interface PolicyTexts {
  readonly name: string;
  readonly policy: string;
}

const policyTexts = new WeakMap<RatePolicy, PolicyTexts>();

function rememberTexts(policy: RatePolicy): PolicyTexts {
  // A structured-field String: quotes and backslashes are escaped.
  const name = `"${policy.name.replace(/["\\]/g, "\\$&")}"`;
  const windowSeconds = Math.max(1, Math.ceil(policy.burst / policy.ratePerSecond));
  const texts = { name, policy: `${name};q=${Math.floor(policy.burst)};w=${windowSeconds}` };
  policyTexts.set(policy, texts);
  return texts;
}
