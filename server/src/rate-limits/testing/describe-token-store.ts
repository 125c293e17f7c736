import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { ratePolicy, rateSubject } from "../rate-limiter.ts";
import type { TokenStore } from "../token-store.ts";

// So slow that the clock adds nothing measurable.
const still = { name: "key", ratePerSecond: 1e-6, burst: 200 };

const buildSubject = () => rateSubject("org1", randomUUID());

/** The contract of every token store. */
export function describeTokenStore(name: string, openStore: () => TokenStore): void {
  describe(name, () => {
    test("a bucket never seen before is full", async () => {
      const left = await openStore().settle(buildSubject(), still, 30);

      expect(left).toBeCloseTo(170, 3);
    });

    test("spent tokens add up, including tenths, and may go below zero", async () => {
      const store = openStore();
      const subject = buildSubject();

      const lefts: number[] = [];
      for (const spent of [0.1, 199, 10, 0]) {
        lefts.push(await store.settle(subject, still, spent));
      }

      expect(lefts.map((left) => left.toFixed(3))).toEqual(["199.900", "0.900", "-9.100", "-9.100"]);
    });

    test("the bucket refills by the rate while time passes", async () => {
      const store = openStore();
      const subject = buildSubject();
      const policy = ratePolicy("key", 1_000);
      const startMs = performance.now();
      await store.settle(subject, policy, 2_500);

      const left = await vi.waitFor(async () => {
        const refilled = await store.settle(subject, policy, 0);
        expect(refilled).toBeGreaterThan(-400);
        return refilled;
      });

      expect(left).toBeLessThan(-500 + (performance.now() - startMs) + 10);
    });

    test("the bucket never holds more than the burst", async () => {
      const store = openStore();
      const subject = buildSubject();
      const policy = ratePolicy("key", 10_000);
      await store.settle(subject, policy, 100);

      await vi.waitFor(async () => expect(await store.settle(subject, policy, 0)).toBeCloseTo(20_000, 3));

      expect(await store.settle(subject, policy, 0)).toBeLessThanOrEqual(20_000);
    });

    test("nothing is lost or counted twice under concurrent settling", async () => {
      const store = openStore();
      const subject = buildSubject();

      const lefts = await Promise.all(Array.from({ length: 50 }, () => store.settle(subject, still, 2)));

      const inOrder = lefts.map(Math.round).toSorted((one, other) => other - one);
      expect(inOrder).toEqual(Array.from({ length: 50 }, (_, index) => 198 - 2 * index));
    });

    test("a lowered burst applies at once", async () => {
      const store = openStore();
      const subject = buildSubject();
      await store.settle(subject, still, 1);

      const left = await store.settle(subject, { ...still, burst: 20 }, 1);

      expect(left).toBeCloseTo(19, 3);
    });

    test("orgs with the same id have separate buckets", async () => {
      const store = openStore();
      const id = randomUUID();
      await store.settle(rateSubject("org1", id), still, 150);

      const left = await store.settle(rateSubject("org2", id), still, 1);

      expect(left).toBeCloseTo(199, 3);
    });
  });
}
