import { expect, test } from "vitest";
import { findGrantError, type Grant, grantBody, grantOf } from "./grant.ts";

test("a preset and rights are sent one without the other, and come back as they were", () => {
  const rights = [{ verbs: ["read" as const], typePath: "item:*" }];

  expect(grantBody({ kind: "preset", preset: "loader" })).toEqual({ preset: "loader" });
  expect(grantBody({ kind: "rights", rights })).toEqual({ rights });
  expect(grantOf({ preset: "loader", rights: null })).toEqual({ kind: "preset", preset: "loader" });
  expect(grantOf({ preset: null, rights })).toEqual({ kind: "rights", rights });
});

test.each<[Grant, string | undefined]>([
  [{ kind: "preset", preset: "admin" }, undefined],
  [{ kind: "rights", rights: [{ verbs: ["read"], typePath: "*" }] }, undefined],
  [{ kind: "rights", rights: [] }, "Add at least one right, or nothing can be done with it."],
  [{ kind: "rights", rights: [{ verbs: [], typePath: "*" }] }, "Choose at least one verb for right 1."],
  [
    { kind: "rights", rights: [{ verbs: ["read"], typePath: "" }] },
    "Choose a type for right 1, such as item:* or * for all.",
  ],
])("of %j is missing: %s", (grant, error) => {
  expect(findGrantError(grant)).toBe(error);
});
