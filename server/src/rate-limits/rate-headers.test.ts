import { expect, test } from "vitest";
import { type RatePolicy, type RateVerdict, rateLimitHeaders, ratePolicy } from "./rate-limiter.ts";

const full: RateVerdict = { allowed: true, remaining: 199, resetSeconds: 1, retryAfterSeconds: 0 };
const empty: RateVerdict = { allowed: false, remaining: 0, resetSeconds: 2, retryAfterSeconds: 1 };

const cases: { sentence: string; policy: RatePolicy; verdict: RateVerdict; expected: [string, string] }[] = [
  {
    sentence: "the default policy",
    policy: ratePolicy("key", 100),
    verdict: full,
    expected: ['"key";q=200;w=2', '"key";r=199;t=1'],
  },
  {
    sentence: "a rejected request, whose t is its Retry-After",
    policy: ratePolicy("key", 100),
    verdict: empty,
    expected: ['"key";q=200;w=2', '"key";r=0;t=1'],
  },
  {
    sentence: "a rate below one",
    policy: ratePolicy("address", 0.1),
    verdict: empty,
    expected: ['"address";q=1;w=10', '"address";r=0;t=1'],
  },
  {
    sentence: "a rate that gives no whole burst",
    policy: ratePolicy("key", 1.3),
    verdict: full,
    expected: ['"key";q=2;w=2', '"key";r=199;t=1'],
  },
  {
    sentence: "a window below a second",
    policy: { name: "key", ratePerSecond: 10, burst: 1 },
    verdict: full,
    expected: ['"key";q=1;w=1', '"key";r=199;t=1'],
  },
  {
    sentence: "a name with a quote and a backslash",
    policy: ratePolicy('a"\\b', 1),
    verdict: full,
    expected: ['"a\\"\\\\b";q=2;w=2', '"a\\"\\\\b";r=199;t=1'],
  },
];

test.each(cases)("the headers show $sentence", ({ policy, verdict, expected }) => {
  const headers = rateLimitHeaders(policy, verdict);

  expect([headers["ratelimit-policy"], headers.ratelimit]).toEqual(expected);
});

test("a policy's text is built once", () => {
  const policy = ratePolicy("key", 100);

  const first = rateLimitHeaders(policy, full);
  const second = rateLimitHeaders(policy, empty);

  expect(second["ratelimit-policy"]).toBe(first["ratelimit-policy"]);
  expect(second.ratelimit).toBe('"key";r=0;t=1');
});
