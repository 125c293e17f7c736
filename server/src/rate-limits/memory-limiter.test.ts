import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryLimiter, ratePolicy, rateSubject } from "./rate-limiter.ts";

const subject = rateSubject("org1", "key1");
const policy = ratePolicy("key", 100);

function buildLimiter() {
  const clock = { ms: 1_000 };
  return { clock, limiter: new MemoryLimiter(() => clock.ms) };
}

test("a burst is allowed at once, and the next request rejected", () => {
  const { limiter } = buildLimiter();

  const verdicts = Array.from({ length: 201 }, () => limiter.take(subject, policy, 1));

  expect(verdicts[0]).toEqual({ allowed: true, remaining: 199, resetSeconds: 1, retryAfterSeconds: 0 });
  expect(verdicts[199]).toEqual({ allowed: true, remaining: 0, resetSeconds: 2, retryAfterSeconds: 0 });
  expect(verdicts[200]).toEqual({ allowed: false, remaining: 0, resetSeconds: 2, retryAfterSeconds: 1 });
});

test.each([
  { waitMs: 0, cost: 1, allowed: false, remaining: 0, retryAfterSeconds: 1 },
  { waitMs: 9, cost: 1, allowed: false, remaining: 0, retryAfterSeconds: 1 },
  { waitMs: 10, cost: 1, allowed: true, remaining: 0, retryAfterSeconds: 0 },
  { waitMs: 100, cost: 10, allowed: true, remaining: 0, retryAfterSeconds: 0 },
  { waitMs: 100, cost: 11, allowed: false, remaining: 10, retryAfterSeconds: 1 },
  { waitMs: 100, cost: 150, allowed: false, remaining: 10, retryAfterSeconds: 2 },
  { waitMs: 3_600_000, cost: 1, allowed: true, remaining: 199, retryAfterSeconds: 0 },
])("$waitMs ms after the burst a cost of $cost has allowed $allowed", ({ waitMs, cost, ...expected }) => {
  const { limiter, clock } = buildLimiter();
  limiter.take(subject, policy, policy.burst);

  clock.ms += waitMs;
  const verdict = limiter.take(subject, policy, cost);

  expect(verdict).toMatchObject(expected);
});

test("a cost above the burst counts as the burst", () => {
  const { limiter } = buildLimiter();

  const first = limiter.take(subject, policy, 1_000);
  const second = limiter.take(subject, policy, 1);

  expect(first).toMatchObject({ allowed: true, remaining: 0 });
  expect(second.allowed).toBe(false);
});

test("ten tenths count as one request", () => {
  const { limiter } = buildLimiter();

  const verdicts = Array.from({ length: 2_001 }, () => limiter.take(subject, policy, 0.1));

  expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(2_000);
});

test("a lowered rate applies to the next request", () => {
  const { limiter } = buildLimiter();
  limiter.take(subject, policy, 1);

  const verdict = limiter.take(subject, ratePolicy("key", 10), 1);

  expect(verdict).toMatchObject({ allowed: true, remaining: 19 });
});

test("a raised rate refills faster from now on", () => {
  const { limiter, clock } = buildLimiter();
  limiter.take(subject, policy, policy.burst);

  clock.ms += 100;
  const verdict = limiter.take(subject, ratePolicy("key", 1_000), 1);

  expect(verdict).toMatchObject({ allowed: true, remaining: 99, resetSeconds: 2 });
});

test("subjects are counted separately, even if two orgs use the same id", () => {
  const { limiter } = buildLimiter();
  limiter.take(subject, policy, policy.burst);

  const otherKey = limiter.take(rateSubject("org1", "key2"), policy, 1);
  const otherOrg = limiter.take(rateSubject("org2", "key1"), policy, 1);

  expect([otherKey.remaining, otherOrg.remaining]).toEqual([199, 199]);
});

test("a rejected caller that waits for Retry-After is allowed", () => {
  const costs = fc.double({ min: 0.1, max: 300, noNaN: true });
  const rates = fc.double({ min: 0.05, max: 5_000, noNaN: true });
  const { limiter, clock } = buildLimiter();
  let runs = 0;

  fc.assert(
    fc.property(rates, costs, costs, (rate, spent, cost) => {
      const fresh = rateSubject("org1", `run${runs++}`);
      const anyPolicy = ratePolicy("key", rate);
      limiter.take(fresh, anyPolicy, spent);
      const refused = limiter.take(fresh, anyPolicy, cost);
      clock.ms += refused.retryAfterSeconds * 1_000;

      return refused.allowed || limiter.take(fresh, anyPolicy, cost).allowed;
    }),
  );
});

test("in any window at most the burst and the rate is allowed", () => {
  const step = fc.record({
    waitMs: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 4_000, noNaN: true })),
    cost: fc.double({ min: 0.1, max: 250, noNaN: true }),
  });
  const { limiter, clock } = buildLimiter();
  let runs = 0;

  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 1_000, noNaN: true }),
      fc.array(step, { maxLength: 200, size: "max" }),
      (rate, steps) => {
        const fresh = rateSubject("org1", `run${runs++}`);
        const anyPolicy = ratePolicy("key", rate);
        const taken: { ms: number; cost: number }[] = [];
        for (const { waitMs, cost } of steps) {
          clock.ms += waitMs;
          if (limiter.take(fresh, anyPolicy, cost).allowed) {
            taken.push({ ms: clock.ms, cost: Math.min(cost, anyPolicy.burst) });
          }
        }

        taken.forEach((first, index) => {
          let sum = 0;
          for (const last of taken.slice(index)) {
            sum += last.cost;
            expect(sum).toBeLessThanOrEqual(anyPolicy.burst + (rate * (last.ms - first.ms)) / 1_000 + 0.001);
          }
        });
      },
    ),
  );
});
