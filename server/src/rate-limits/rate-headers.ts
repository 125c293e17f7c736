import type { RateVerdict } from "./rate-limiter.ts";
import type { RatePolicy } from "./rate-policy.ts";

export interface RateHeaders {
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
