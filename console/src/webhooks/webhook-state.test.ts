import { describe, expect, test } from "vitest";
import { webhookName, webhookState } from "./webhook-state.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");
const well = { isActive: true, disabledReason: null, disabledOn: null, pausedUntil: null, failingSince: null };

describe("the state of a webhook", () => {
  test.each([
    ["active", {}, "active"],
    ["failing", { failingSince: "2026-03-01T11:00:00.000Z" }, "failing"],
    ["paused", { pausedUntil: "2026-03-01T12:10:00.000Z", failingSince: "2026-03-01T11:00:00.000Z" }, "paused"],
    ["its pause is over", { pausedUntil: "2026-03-01T11:10:00.000Z" }, "active"],
    ["disabled by a user", { isActive: false }, "off"],
    ["disabled by the service", { isActive: false, disabledReason: "It returned 410." }, "disabled"],
  ])("%s", (_case, facts, status) => {
    expect(webhookState({ ...well, ...facts }, now).status).toBe(status);
  });

  test("has the reason and time for which the service disabled it", () => {
    const facts = { isActive: false, disabledReason: "It returned 410.", disabledOn: "2026-03-01T11:00:00.000Z" };

    expect(webhookState({ ...well, ...facts }, now)).toMatchObject({
      reason: "It returned 410.",
      time: "2026-03-01T11:00:00.000Z",
    });
  });
});

describe("the name of a webhook", () => {
  test.each([
    ["ERP\nsecond line", "https://erp.example/weft", "ERP"],
    [" ", "https://erp.example/weft/", "erp.example/weft"],
    ["", "http://127.0.0.1:4000", "127.0.0.1:4000"],
  ])("with the description %j and %s is %s", (description, url, name) => {
    expect(webhookName({ description, url })).toBe(name);
  });
});
