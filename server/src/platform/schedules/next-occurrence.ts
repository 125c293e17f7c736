import assert from "node:assert";
import { dayMs, hourMs, minuteMs } from "../durations.ts";
import type { CronSchedule } from "./parse-cron.ts";
import { firstInstantOf, instantsOf, readWallClock } from "./wall-clock.ts";

/**
 * The first instant strictly after another at which a schedule is due by the wall clock of a time zone.
 *
 * When clocks change, fixed hours (9, 9-17, 2,14) and repeating ones (with * or a step, or all 24) differ:
 * - Fixed hours are due once for each calendar time. A time that clocks skip is due at the first instant after the gap,
 *   once, however many times fall into it; this also applies to a day that a time zone skips. A time that occurs twice
 *   is due only the first time.
 * - Repeating hours are due at every minute of real time at which the clock shows a matching time: in a gap there is
 *   none, and in a repeated hour they are due in both passes, so that "every 15 minutes" stays every 15 minutes.
 */
export function nextOccurrence(schedule: CronSchedule, timeZone: string, after: Date): Date {
  const next = schedule.hourRule === "fixed" ? nextOfFixedHours : nextOfRepeatingHours;
  return new Date(next(schedule, timeZone, after.getTime()));
}

function nextOfFixedHours(schedule: CronSchedule, timeZone: string, after: number): number {
  let wallTime = nextWallTime(schedule, readWallClock(timeZone, after));
  let due = firstInstantOf(timeZone, wallTime);
  // In the second pass of a repeated hour, the times ahead on the clock were due in the first.
  while (due <= after) {
    wallTime = nextWallTime(schedule, wallTime);
    due = firstInstantOf(timeZone, wallTime);
  }
  return due;
}

function nextOfRepeatingHours(schedule: CronSchedule, timeZone: string, after: number): number {
  const reading = readWallClock(timeZone, after);
  const ahead = firstOnClock({ schedule, timeZone, after }, reading, Number.POSITIVE_INFINITY);
  const again = instantsOf(timeZone, reading).find((instant) => instant > after);
  if (again === undefined) {
    return ahead;
  }
  // Clocks are about to go back, and some of the times behind on the clock occur again.
  return Math.min(ahead, firstOnClock({ schedule, timeZone, after }, reading - (again - after), reading));
}

interface Search {
  readonly schedule: CronSchedule;
  readonly timeZone: string;
  readonly after: number;
}

/** The instant of the first matching time between two clock readings that is still in the future. */
function firstOnClock({ schedule, timeZone, after }: Search, from: number, to: number): number {
  for (let time = nextWallTime(schedule, from); time <= to; time = nextWallTime(schedule, time)) {
    const instant = instantsOf(timeZone, time).find((candidate) => candidate > after);
    if (instant !== undefined) {
      return instant;
    }
  }
  return Number.POSITIVE_INFINITY;
}

/** The rarest schedule is February 29 on one weekday: every 28 years, or 40 around a year such as 2100. */
const reachMs = 50 * 366 * dayMs;

/**
 * The first minute strictly after a wall clock time that matches a schedule, as if clocks never changed. A wall clock
 * time is the clock's reading, in milliseconds as returned by Date.UTC.
 */
function nextWallTime(schedule: CronSchedule, after: number): number {
  const start = Math.floor(after / minuteMs) * minuteMs + minuteMs;
  const today = Math.floor(start / dayMs) * dayMs;
  const time = isNamedDay(schedule, new Date(today)) ? nextTimeOfDay(schedule, start - today) : undefined;
  return time === undefined ? nextNamedDay(schedule, today + dayMs) + firstTimeOfDay(schedule) : today + time;
}

function isNamedDay({ months, daysOfMonth, daysOfWeek, dayRule }: CronSchedule, day: Date): boolean {
  if (!months.includes(day.getUTCMonth() + 1)) {
    return false;
  }
  const isDayOfMonth = daysOfMonth.includes(day.getUTCDate());
  const isDayOfWeek = daysOfWeek.includes(day.getUTCDay());
  return dayRule === "both" ? isDayOfMonth && isDayOfWeek : isDayOfMonth || isDayOfWeek;
}

/** The first matching time of a day at or after a time of it; both count from the start of the day. */
function nextTimeOfDay({ hours, minutes }: CronSchedule, start: number): number | undefined {
  const hour = Math.floor(start / hourMs);
  const minute = hours.includes(hour) ? minutes.find((value) => hour * hourMs + value * minuteMs >= start) : undefined;
  if (minute !== undefined) {
    return hour * hourMs + minute * minuteMs;
  }
  const laterHour = hours.find((value) => value > hour);
  return laterHour === undefined ? undefined : laterHour * hourMs + Math.min(...minutes) * minuteMs;
}

function firstTimeOfDay({ hours, minutes }: CronSchedule): number {
  return Math.min(...hours) * hourMs + Math.min(...minutes) * minuteMs;
}

function nextNamedDay(schedule: CronSchedule, from: number): number {
  for (let time = from; time < from + reachMs; ) {
    const day = new Date(time);
    if (isNamedDay(schedule, day)) {
      return time;
    }
    const isNamedMonth = schedule.months.includes(day.getUTCMonth() + 1);
    time = isNamedMonth ? time + dayMs : Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1);
  }
  return assert.fail("a schedule that never happens is rejected when it is parsed");
}
