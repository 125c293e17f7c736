import { expect, test } from "vitest";
import { evaluateFederatedIds } from "./check-schema.ts";

test("custom entities with a short federatedId are reported as duplicates", () => {
  expect(evaluateFederatedIds([])).toEqual([]);
  expect(evaluateFederatedIds(["S1", "S2"])).toMatchObject([
    { verdict: "warning", detail: expect.stringContaining("2 custom entities are probably duplicates") },
  ]);
});
