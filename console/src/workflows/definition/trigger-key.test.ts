import { kindTable } from "@weft/client";
import { expect, test } from "vitest";
import { describeTrigger, describeTriggers, readTrigger, triggerKinds, writeTrigger } from "./trigger-key.ts";

test.each([
  ["item|update", "entity", "An item is changed"],
  ["project-item|create", "entity", "A project item is created"],
  ["assortment|publish", "publish", "An assortment is published"],
  ["assortment|delete", "entity", "An assortment is deleted"],
  ["loader-process|failed", "load", "A load failed"],
  ["event-workflow-process|completed", "run", "A run of another workflow completed"],
  ["manual|approve", "manual", "Manual start “approve”"],
  ["cron|0 6 * * *", "schedule", "Every day at 6:00"],
  ["cron|5 4 * * *", "schedule", "Schedule 5 4 * * *"],
  ["webhook|AP6VLDAoMMARM5OB", "webhook", "An inbound webhook is called"],
  ["order|placed", "external", "External event order placed"],
])("%s is parsed, described and written again unchanged", (key, type, words) => {
  const trigger = readTrigger(key);

  expect([trigger.type, describeTrigger(key), writeTrigger(trigger)]).toEqual([type, words, key]);
});

test("several keys are one sentence", () => {
  expect(describeTriggers(["item|create", "item|update"])).toBe("An item is created or an item is changed");
});

test("every kind that can be changed in batches is a trigger", () => {
  const kinds = Object.entries(kindTable).filter(([, { verbs }]) => verbs.some((verb) => verb === "batch"));

  expect(kinds.map(([name]) => name)).toEqual([...triggerKinds]);
});
