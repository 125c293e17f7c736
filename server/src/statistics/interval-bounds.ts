import type { StatisticsInterval } from "@weft/contract";
import { dayMs, hourMs } from "../platform/durations.ts";
import { firstInstantOf, readWallClock } from "../platform/schedules/wall-clock.ts";

// Day 4 since the epoch was the first Monday.
const mondayMs = 4 * dayMs;

/** The times, in milliseconds, at which the intervals of a range begin; the first may precede the range. */
export function intervalBounds(
  { from, to }: { readonly from: number; readonly to: number },
  by: StatisticsInterval,
  timeZone: string,
): number[] {
  const wallTimes = { first: readWallClock(timeZone, from), last: readWallClock(timeZone, to) };
  const wallBounds = wallClockBounds(wallTimes, by === "hour" ? "day" : by);
  const days = wallBounds.map((wallTime) => firstInstantOf(timeZone, wallTime)).filter(isLater);
  const bounds = by === "hour" ? days.flatMap((day, index) => hoursOf(day, days[index + 1] ?? day)) : days;
  return bounds.filter((bound, index) => bound < to && (bounds[index + 1] ?? to) > from);
}

type WholeDays = Exclude<StatisticsInterval, "hour">;

/** The wall clock times at which intervals begin, from the one that contains the first time to one after the last. */
function wallClockBounds({ first, last }: { readonly first: number; readonly last: number }, by: WholeDays): number[] {
  const bounds: number[] = [];
  // One more day, because a clock that is set back reads the last time twice.
  for (let bound = beginningOf(first, by); bound <= last + dayMs; bound = nextOf(bound, by)) {
    bounds.push(bound);
  }
  return bounds;
}

function beginningOf(wallTime: number, by: WholeDays): number {
  switch (by) {
    case "day":
      return wallTime - modulo(wallTime, dayMs);
    case "week":
      return wallTime - modulo(wallTime - mondayMs, 7 * dayMs);
    case "month":
      return monthOf(wallTime, 0);
  }
}

function nextOf(bound: number, by: WholeDays): number {
  switch (by) {
    case "day":
      return bound + dayMs;
    case "week":
      return bound + 7 * dayMs;
    case "month":
      return monthOf(bound, 1);
  }
}

function monthOf(wallTime: number, monthsLater: number): number {
  const date = new Date(wallTime);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1);
}

/** A day that a time zone skips begins at the same time as the next one. */
function isLater(bound: number, index: number, bounds: readonly number[]): boolean {
  return index === 0 || bound > (bounds[index - 1] ?? bound);
}

/** Hours are counted from midnight: a day has 23, 24 or 25 of them, and the last one may be shorter. */
function hoursOf(day: number, nextDay: number): number[] {
  return Array.from({ length: Math.ceil((nextDay - day) / hourMs) }, (_, hour) => day + hour * hourMs);
}

function modulo(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor;
}
