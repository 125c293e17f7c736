import { expect, test } from "vitest";
import { fromLocalTime, toLocalTime } from "./field-value.ts";

test.each(["2026-12-31T12:00:00.000Z", "2026-06-01T00:30:15.000Z"])("%s is unchanged after a round trip", (moment) => {
  expect(fromLocalTime(toLocalTime(moment))).toBe(moment);
});

test.each(["", "soon"])("%j is not a time", (text) => {
  expect([toLocalTime(text), fromLocalTime(text)]).toEqual(["", ""]);
});
