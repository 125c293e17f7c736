import { expect, test } from "vitest";
import { noSeals } from "../platform/secrets/count-seals.ts";
import { evaluateSecrets } from "./check-secrets.ts";

const counted = [["webhooks", { current: 2, former: 0, unreadable: 0 }]] as const;

test.each([
  [{ current: 2, former: 0, unreadable: 0 }, ["a"], ["ok"], /^2 stored secrets can be decrypted/],
  [
    { current: 0, former: 1, unreadable: 0 },
    ["a"],
    ["warning"],
    /^1 stored secret in webhooks encrypted with a former/,
  ],
  [{ current: 0, former: 0, unreadable: 3 }, ["a"], ["fault"], /^3 stored secrets in webhooks cannot be decrypted/],
  [noSeals, ["b"], ["fault"], /^WEFT_SECRET is not the secret of this database/],
])("%j with the fingerprints %j in use is evaluated as %j", (counts, inUse, verdicts, detail) => {
  const results = evaluateSecrets({ inUse, fingerprints: ["a"], nodes: [], counted: [["webhooks", counts]] });

  expect(results.map(({ verdict }) => verdict)).toEqual(verdicts);
  expect(results[0]?.detail).toMatch(detail);
});

test.each<[string, readonly (readonly string[] | null)[], string[], RegExp]>([
  ["the same", [["a", "b"]], ["ok"], /^2 stored secrets/],
  ["not reported by the previous version", [null], ["ok"], /^2 stored secrets/],
  ["without one that was added", [["a", "b"], ["a"]], ["warning"], /^1 of 2 running nodes use another list/],
  ["in another order", [["b", "a"]], ["warning"], /^1 of 1 running nodes use another list/],
])("secrets of running nodes that are %s", (_case, lists, verdicts, detail) => {
  const nodes = lists.map((fingerprints, index) => ({ id: `node-${index}`, fingerprints }));

  const results = evaluateSecrets({ inUse: ["a"], fingerprints: ["a", "b"], nodes, counted });

  expect(results.map(({ verdict }) => verdict)).toEqual(verdicts);
  expect(results[0]?.detail).toMatch(detail);
});
