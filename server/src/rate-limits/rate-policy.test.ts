import { expect, test } from "vitest";
import { ratePolicy } from "./rate-limiter.ts";

test.each([
  [100, 200],
  [1, 2],
  [0.5, 1],
  [0.1, 1],
])("a rate of %d a second has a burst of %d", (ratePerSecond, burst) => {
  expect(ratePolicy("key", ratePerSecond)).toEqual({ name: "key", ratePerSecond, burst });
});

test.each([0, -1, Number.NaN])("a rate of %d is not a policy", (ratePerSecond) => {
  expect(() => ratePolicy("key", ratePerSecond)).toThrow("rate policy without a rate");
});
