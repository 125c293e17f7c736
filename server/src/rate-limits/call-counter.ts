import type { Caller } from "../access/caller.ts";
import { networkOf } from "../platform/network-address.ts";
import {
  MemoryLimiter,
  type RateLimiter,
  type RatePolicy,
  type RateSubject,
  type RateVerdict,
  ratePolicy,
  rateSubject,
} from "./rate-limiter.ts";
import type { UseCounter } from "./use-counter.ts";

export interface Counted {
  readonly policy: RatePolicy;
  readonly verdict: RateVerdict;
}

interface Allowance {
  readonly policy: RatePolicy;
  readonly subject: RateSubject;
}

/** The buckets that a call is charged to: the credential's, then the org's. */
interface Allowances {
  readonly credential: Allowance | undefined;
  readonly org: Allowance | undefined;
}

export interface CallRates {
  /** Undefined: only credentials with their own rate are limited. */
  readonly perCredential: number | undefined;
  /** For all credentials of an org together; undefined: no limit. */
  readonly perOrg: number | undefined;
}

// Not the id of a credential: those have 16 characters.
const orgSubject = "org";

/** Counts calls: by credential and org once the caller is known, by address until then. */
export class CallCounter {
  readonly #limiter: RateLimiter;
  readonly #uses: UseCounter;
  readonly #addresses = new MemoryLimiter();
  readonly #policies = new Map<number, RatePolicy>();
  #addressPolicy: RatePolicy | undefined;
  #orgPolicy: RatePolicy | undefined;
  #defaultRate: number | undefined;
  readonly #refusals = { key: 0, org: 0, address: 0 };
  // A cached caller is the same object, so its allowances are rarely built.
  #allowances = new WeakMap<Caller, Allowances>();

  constructor(limiter: RateLimiter, rates: CallRates, uses: UseCounter) {
    this.#limiter = limiter;
    this.#uses = uses;
    this.changeRates(rates);
  }

  /** From now on. What callers have already used stays counted. */
  changeRates({ perCredential, perOrg }: CallRates): void {
    this.#allowances = new WeakMap();
    this.#defaultRate = perCredential;
    this.#addressPolicy = perCredential === undefined ? undefined : ratePolicy("address", perCredential);
    this.#orgPolicy = perOrg === undefined ? undefined : ratePolicy("org", perOrg);
  }

  /** Calls that were rejected since the start of the node, by the bucket that was empty. */
  get refusals(): Readonly<Record<"key" | "org" | "address", number>> {
    return this.#refusals;
  }

  policyOf(caller: Caller): RatePolicy | undefined {
    return this.#allowancesOf(caller).credential?.policy;
  }

  /** Counts a call. */
  count(caller: Caller): Counted | undefined {
    this.#uses.noteCall(caller);
    return this.countMore(caller, 1);
  }

  /** Counts the cost of a call beyond 1, once it is known. Returns the result of the bucket with less left. */
  countMore(caller: Caller, cost: number): Counted | undefined {
    const { credential, org } = this.#allowancesOf(caller);
    const counted = this.#take(credential, cost);
    // A call that the credential's bucket rejects is not charged to the org's.
    const ofOrg = counted?.verdict.allowed === false ? undefined : this.#take(org, cost);
    const tighter = tighterOf(counted, ofOrg);
    if (tighter?.verdict.allowed === false) {
      this.#uses.noteRefusal(caller);
      this.#refusals[tighter === counted ? "key" : "org"] += 1;
    }
    return tighter;
  }

  countAddress(address: string, cost: number): Counted | undefined {
    const policy = this.#addressPolicy;
    if (policy === undefined) return undefined;
    const verdict = this.#addresses.take(rateSubject("", networkOf(address)), policy, cost);
    this.#refusals.address += verdict.allowed ? 0 : 1;
    return { policy, verdict };
  }

  async close(): Promise<void> {
    await this.#uses.close();
    await this.#limiter.close();
  }

  #take(allowance: Allowance | undefined, cost: number): Counted | undefined {
    if (allowance === undefined) {
      return undefined;
    }
    const { policy, subject } = allowance;
    return { policy, verdict: this.#limiter.take(subject, policy, cost) };
  }

  #allowancesOf(caller: Caller): Allowances {
    const known = this.#allowances.get(caller);
    if (known !== undefined) {
      return known;
    }
    const rate = caller.ratePerSecond ?? this.#defaultRate;
    const policy = this.#orgPolicy;
    const allowances = {
      credential:
        rate === undefined
          ? undefined
          : { policy: this.#policyFor(rate), subject: rateSubject(caller.org.id, caller.credential.id) },
      org: policy === undefined ? undefined : { policy, subject: rateSubject(caller.org.id, orgSubject) },
    };
    this.#allowances.set(caller, allowances);
    return allowances;
  }

  #policyFor(rate: number): RatePolicy {
    const policy = this.#policies.get(rate) ?? ratePolicy("key", rate);
    this.#policies.set(rate, policy);
    return policy;
  }
}

function tighterOf(credential: Counted | undefined, org: Counted | undefined): Counted | undefined {
  if (credential === undefined || org === undefined) {
    return credential ?? org;
  }
  return !org.verdict.allowed || org.verdict.remaining < credential.verdict.remaining ? org : credential;
}
