import { expect, test } from "vitest";
import { barOf, durationOf, spanOf } from "./timeline.ts";

const createdOn = "2026-03-01T12:00:00.000Z";
const startMs = Date.parse(createdOn);
const after = (seconds: number) => new Date(startMs + seconds * 1_000).toISOString();

test.each([
  ["from the middle to the end", { startedOn: after(50), endedOn: after(100) }, { left: 50, width: 50 }],
  ["until now, while in progress", { startedOn: after(25) }, { left: 25, width: 75 }],
  ["wide enough to be visible", { startedOn: after(10), endedOn: after(10) }, { left: 10, width: 0.8 }],
  ["not beyond the end", { startedOn: after(100), endedOn: after(100) }, { left: 99.2, width: 0.8 }],
  ["nowhere, before it has started", {}, undefined],
])("a bar extends %s", (_, task, bar) => {
  expect(barOf(task, { fromMs: startMs, toMs: startMs + 100_000 })).toEqual(bar);
});

test("a run in progress lasts until now, and one without duration still has a width", () => {
  expect(spanOf({ createdOn }, startMs + 5_000).toMs).toBe(startMs + 5_000);
  expect(spanOf({ createdOn, endedOn: createdOn }, startMs + 5_000).toMs).toBe(startMs + 1);
});

test("what has not started has no duration", () => {
  expect(durationOf({}, startMs)).toBeUndefined();
  expect(durationOf({ startedOn: createdOn, endedOn: after(3) }, 0)).toBe(3_000);
});
