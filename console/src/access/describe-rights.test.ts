import type { Right } from "@weft/client";
import { expect, test } from "vitest";
import { describeRight } from "./describe-rights.ts";

test.each<[Right, string]>([
  [{ verbs: ["read"], typePath: "*" }, "Read all product data."],
  [{ verbs: ["delete", "read", "update"], typePath: "item:*" }, "Read, update and delete item and all below it."],
  [{ verbs: ["read", "create"], typePath: "color" }, "Read and create color alone."],
  [
    { verbs: ["update"], typePath: "item:product", fields: ["name", "price"] },
    "Update item:product alone, only name and price.",
  ],
  [
    { verbs: ["read"], typePath: "project-item:*", projectId: "P1" },
    "Read project-item and all below it, in Autumn 2026.",
  ],
  [{ verbs: [], typePath: "" }, "Nothing of …."],
])("%j is told as %s", (right, words) => {
  expect(describeRight(right, () => "Autumn 2026")).toBe(words);
});
