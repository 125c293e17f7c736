import type { Caller } from "../access/caller.ts";
import { networkOf } from "../platform/http/network-of.ts";
import { MemoryLimiter } from "./memory-limiter.ts";
import type { RateLimiter, RateVerdict } from "./rate-limiter.ts";
import { type RatePolicy, ratePolicy } from "./rate-policy.ts";
import { type RateSubject, rateSubject } from "./rate-subject.ts";
import type { UseCounter } from "./use-counter.ts";

export interface Counted {
  readonly policy: RatePolicy;
  readonly verdict: RateVerdict;
}

interface Allowance {
  readonly policy: RatePolicy;
  readonly subject: RateSubject;
}

/** Counts calls: by credential once the caller is known, by address until then. */
export class CallCounter {
  readonly #limiter: RateLimiter;
  readonly #uses: UseCounter;
  readonly #addresses = new MemoryLimiter();
  readonly #addressPolicy: RatePolicy | undefined;
  readonly #defaultRate: number | undefined;
  readonly #policies = new Map<number, RatePolicy>();
  // A caller is one object for as long as it is remembered, so its allowance is put together rarely.
  readonly #allowances = new WeakMap<Caller, Allowance>();

  /** Without a default rate, only credentials with a rate of their own are limited. */
  constructor(limiter: RateLimiter, defaultRate: number | undefined, uses: UseCounter) {
    this.#limiter = limiter;
    this.#uses = uses;
    this.#defaultRate = defaultRate;
    this.#addressPolicy = defaultRate === undefined ? undefined : ratePolicy("address", defaultRate);
  }

  policyOf(caller: Caller): RatePolicy | undefined {
    return this.#allowanceOf(caller)?.policy;
  }

  /** Counts a call. */
  count(caller: Caller): Counted | undefined {
    this.#uses.noteCall(caller);
    return this.countMore(caller, 1);
  }

  /** Counts what a call costs beyond one, once that is known. */
  countMore(caller: Caller, cost: number): Counted | undefined {
    const allowance = this.#allowanceOf(caller);
    if (allowance === undefined) {
      return undefined;
    }
    const { policy, subject } = allowance;
    const verdict = this.#limiter.take(subject, policy, cost);
    if (!verdict.allowed) {
      this.#uses.noteRefusal(caller);
    }
    return { policy, verdict };
  }

  countAddress(address: string, cost: number): Counted | undefined {
    const policy = this.#addressPolicy;
    return policy === undefined
      ? undefined
      : { policy, verdict: this.#addresses.take(rateSubject("", networkOf(address)), policy, cost) };
  }

  async close(): Promise<void> {
    await this.#uses.close();
    await this.#limiter.close();
  }

  #allowanceOf(caller: Caller): Allowance | undefined {
    const known = this.#allowances.get(caller);
    const rate = caller.ratePerSecond ?? this.#defaultRate;
    if (known !== undefined || rate === undefined) {
      return known;
    }
    const allowance = { policy: this.#policyFor(rate), subject: rateSubject(caller.org.id, caller.credential.id) };
    this.#allowances.set(caller, allowance);
    return allowance;
  }

  #policyFor(rate: number): RatePolicy {
    const policy = this.#policies.get(rate) ?? ratePolicy("key", rate);
    this.#policies.set(rate, policy);
    return policy;
  }
}
