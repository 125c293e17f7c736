import { expect, test } from "vitest";
import { keyStatus, passesFilter } from "./key-status.ts";

const now = Date.parse("2026-06-01T00:00:00Z");
const key = { createdOn: "2026-01-01T00:00:00Z", lastUsedOn: "2026-05-31T00:00:00Z", expiresOn: null, revokedOn: null };

test.each([
  [key, "active"],
  [{ ...key, expiresOn: "2026-09-01T00:00:00Z" }, "active"],
  [{ ...key, expiresOn: "2026-06-20T00:00:00Z" }, "expiring"],
  [{ ...key, expiresOn: "2026-05-20T00:00:00Z" }, "expired"],
  [{ ...key, expiresOn: "2026-05-20T00:00:00Z", revokedOn: "2026-02-01T00:00:00Z" }, "revoked"],
])("%j is %s", (dated, status) => {
  expect(keyStatus(dated, now)).toBe(status);
});

test.each([
  ["live", key, true],
  ["live", { ...key, revokedOn: "2026-02-01T00:00:00Z" }, false],
  ["ended", { ...key, revokedOn: "2026-02-01T00:00:00Z" }, true],
  ["ended", key, false],
  ["expiring", { ...key, expiresOn: "2026-06-20T00:00:00Z" }, true],
  ["expiring", key, false],
  ["unused", key, false],
  ["unused", { ...key, lastUsedOn: null }, true],
  ["unused", { ...key, lastUsedOn: null, createdOn: "2026-05-30T00:00:00Z" }, false],
  ["unused", { ...key, lastUsedOn: null, revokedOn: "2026-02-01T00:00:00Z" }, false],
  ["all", { ...key, revokedOn: "2026-02-01T00:00:00Z" }, true],
] as const)("the filter %s matches %j: %s", (filter, dated, isShown) => {
  expect(passesFilter(dated, filter, now)).toBe(isShown);
});
