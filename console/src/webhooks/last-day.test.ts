import { describe, expect, test } from "vitest";
import { lastDayRange, shareOf, summarizeLastDay } from "./last-day.ts";

const now = Date.parse("2026-03-02T12:30:00.000Z");
const one = { createdOn: "2026-03-02T12:10:00.000Z", status: "delivered", attempts: 1, isTest: false } as const;

test("deliveries are counted by hour of creation", () => {
  const { hours, delivered, evaluated } = summarizeLastDay(
    [
      one,
      { ...one, createdOn: "2026-03-02T11:59:59.999Z", status: "parked" },
      { ...one, createdOn: "2026-03-02T11:00:00.000Z" },
      { ...one, status: "pending", attempts: 0 },
      { ...one, status: "pending", attempts: 2 },
    ],
    now,
  );

  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toEqual({ time: "2026-03-02T12:00:00.000Z", delivered: 1, parked: 0, pending: 2 });
  expect(hours.at(-2)).toEqual({ time: "2026-03-02T11:00:00.000Z", delivered: 1, parked: 1, pending: 0 });
  expect({ delivered, evaluated }).toEqual({ delivered: 2, evaluated: 4 });
});

test("tests do not count", () => {
  expect(summarizeLastDay([{ ...one, isTest: true }], now)).toMatchObject({ delivered: 0, evaluated: 0 });
});

describe("the delivery rate", () => {
  test.each([
    [0, 0, undefined],
    [3, 3, "100 %"],
    [999, 1000, "99 %"],
    [0, 2, "0 %"],
  ])("%i of %i is %s", (delivered, evaluated, share) => {
    expect(shareOf({ delivered, evaluated })).toBe(share);
  });
});

test("the range of a day ends slightly after now, because clocks differ", () => {
  expect(lastDayRange(now)).toBe("BETWEEN 2026-03-01T12:30:00.000Z and 2026-03-02T13:30:00.000Z");
});
