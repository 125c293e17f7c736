import { entityKinds } from "@weft/contract";
import { expect, test } from "vitest";
import { cronOf, isCronKey, validateRaisedKey, validateTriggerKey } from "./trigger-keys.ts";

test.each([
  ...entityKinds.flatMap(({ name }) => [`${name}|create`, `${name}|update`, `${name}|delete`]),
  "assortment|publish",
  "loader-process|completed",
  "loader-process|failed",
  "event-workflow-process|completed",
  "event-workflow-process|failed",
  "manual|approve",
  "manual|approve the item",
  "cron|0 6 * * 1-5",
  "webhook|0123456789abcdef",
  "order|shipped",
  "order|Item Updated",
])("%s is a key", (key) => {
  expect(validateTriggerKey(key)).toBeUndefined();
});

test.each([
  ["item|updated", "item|update"],
  ["item|Update", "item|update"],
  ["items|update", "item|update"],
  ["Item|create", "item|create"],
  ["custom-entities|delete", "custom-entity|delete"],
  ["assortment|published", "assortment|publish"],
  ["itme|create", "item|create"],
  ["itm|update", "item|update"],
  ["colour|delete", "color|delete"],
  ["loader-process|complete", "loader-process|completed"],
  ["event-workflow-process|canceled", "event-workflow-process|failed"],
])("%s is never emitted; %s was meant", (key, meant) => {
  expect(validateTriggerKey(key)).toBe(`Unknown event ${key}. Did you mean ${meant}?`);
});

test.each(["", "item", "|update", "item|", "item| ", " item|update", "a|b|c"])("%j is not a key", (key) => {
  expect(validateTriggerKey(key)).toContain("is not a trigger key");
});

test.each([
  "file|create",
  "user|update",
  "audit|sign-in",
  "cron|",
  "cron|* * * *",
  "cron|@daily",
  "cron|0 25 * * *",
  "webhook|short",
  "webhook|../../../../etc/pw",
])("%s is rejected", (key) => {
  expect(validateTriggerKey(key)).toBeDefined();
});

test("the schedule of a key is the part after the separator", () => {
  expect(["cron|0 6 * * *", "manual|cron"].map(isCronKey)).toEqual([true, false]);
  expect(cronOf("cron|0 6 * * *")).toBe("0 6 * * *");
});

test.each([
  ["item|update", false],
  ["ITEMS|update", false],
  ["custom-entity:supplier|create", false],
  ["event-workflow-process|completed", false],
  ["webhook|0123456789abcdef", false],
  ["cron|* * * * *", false],
  ["org|update", false],
  ["manual|approve", true],
  ["order|shipped", true],
  ["erp item|update", true],
])("callers may raise %s: %s", (key, isAllowed) => {
  expect(validateRaisedKey(key) === undefined).toBe(isAllowed);
});
