import { expect, test } from "vitest";
import { evaluateFederatedIds, evaluateSchema } from "./check-schema.ts";

const known = [1, 2, 3];

test.each([
  ["the same", { applied: [1, 2, 3], canMigrate: false }, "ok", "version is 3, which is up to date"],
  ["none", { applied: [], canMigrate: true }, "ok", "the first start will create it"],
  ["none and no right", { applied: [], canMigrate: false }, "fault", "cannot create tables"],
  ["an older one", { applied: [1, 2], canMigrate: true }, "warning", "the next start will migrate it to 3"],
  ["an older one and no right", { applied: [1, 2], canMigrate: false }, "fault", "cannot create tables"],
  ["one with a gap", { applied: [1, 3], canMigrate: true }, "warning", "the next start will migrate it to 3"],
  ["a newer one", { applied: [1, 2, 3, 4], canMigrate: true }, "fault", "version is 4, but this server supports 3"],
])("%s", (_name, schema, verdict, words) => {
  expect(evaluateSchema({ ...schema, known })).toMatchObject({ verdict, detail: expect.stringContaining(words) });
});

test("custom entities with a short federatedId are reported as duplicates", () => {
  expect(evaluateFederatedIds([])).toEqual([]);
  expect(evaluateFederatedIds(["S1", "S2"])).toMatchObject([
    { verdict: "warning", detail: expect.stringContaining("2 custom entities are probably duplicates") },
  ]);
});
