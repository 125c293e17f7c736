import { expect, test } from "vitest";
import { findGrantError, type Grant, grantBody, grantOf } from "./grant.ts";

test("a preset or permissions are sent, never both, and round-trip unchanged", () => {
  const rights = [{ verbs: ["read" as const], typePath: "item:*" }];

  expect(grantBody({ kind: "preset", preset: "loader" })).toEqual({ preset: "loader" });
  expect(grantBody({ kind: "rights", rights })).toEqual({ rights });
  expect(grantOf({ preset: "loader", rights: null })).toEqual({ kind: "preset", preset: "loader" });
  expect(grantOf({ preset: null, rights })).toEqual({ kind: "rights", rights });
});

test.each<[Grant, string | undefined]>([
  [{ kind: "preset", preset: "admin" }, undefined],
  [{ kind: "rights", rights: [{ verbs: ["read"], typePath: "*" }] }, undefined],
  [{ kind: "rights", rights: [] }, "Add at least one permission."],
  [{ kind: "rights", rights: [{ verbs: [], typePath: "*" }] }, "Select at least one verb for permission 1."],
  [
    { kind: "rights", rights: [{ verbs: ["read"], typePath: "" }] },
    "Select a type for permission 1, such as item:* or * for all.",
  ],
])("the error of %j is: %s", (grant, error) => {
  expect(findGrantError(grant)).toBe(error);
});
