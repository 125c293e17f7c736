import type { Right } from "@weft/client";
import { expect, test } from "vitest";
import { describeRight } from "./grant.ts";

test.each<[Right, string]>([
  [{ verbs: ["read"], typePath: "*" }, "Read all product data."],
  [{ verbs: ["delete", "read", "update"], typePath: "item:*" }, "Read, update and delete item and its subtypes."],
  [{ verbs: ["read", "create"], typePath: "color" }, "Read and create color (without subtypes)."],
  [
    { verbs: ["update"], typePath: "item:product", fields: ["name", "price"] },
    "Update item:product (without subtypes), only name and price.",
  ],
  [
    { verbs: ["read"], typePath: "project-item:*", projectId: "P1" },
    "Read project-item and its subtypes, in Autumn 2026.",
  ],
  [{ verbs: [], typePath: "" }, "No access to …."],
])("%j is described as %s", (right, words) => {
  expect(describeRight(right, () => "Autumn 2026")).toBe(words);
});
