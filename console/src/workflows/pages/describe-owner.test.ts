import { expect, test } from "vitest";
import { describeOwner } from "./describe-owner.ts";

test.each([
  [null, "unknown"],
  [{ type: "user", id: "u", name: "Ada" }, "Ada (user)"],
  [{ type: "key", id: "k", name: "ERP", label: "production" }, "ERP (API key: production)"],
  [{ type: "app", id: "a", name: "" }, "deleted (app)"],
] as const)("%j is described as %s", (owner, text) => {
  expect(describeOwner(owner)).toBe(text);
});
