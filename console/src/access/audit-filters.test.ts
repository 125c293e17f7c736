import { expect, test } from "vitest";
import { auditCriteria } from "./access-search.ts";

const now = Date.parse("2026-11-16T12:00:00.000Z");

test("filters that are not set are not sent", () => {
  expect(auditCriteria({}, now)).toEqual({});
  expect(auditCriteria({ action: "user.create", outcome: undefined }, now)).toEqual({ action: "user.create" });
});

test("a range ends in the future, so that entries recorded meanwhile are included", () => {
  expect(auditCriteria({ range: "24h", targetId: "x" }, now)).toEqual({
    targetId: "x",
    createdOn: "BETWEEN 2026-11-15T12:00:00.000Z and 9999-12-31",
  });
});
