import assert from "node:assert";
import type { CronSchedule } from "./cron-schedule.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The rarest schedule is February 29 on one weekday: every 28 years, or 40 around a year such as 2100. */
const reachMs = 50 * 366 * dayMs;

/**
 * The first minute strictly after a wall clock time that matches a schedule, as if clocks never changed. A wall clock
 * time is the clock's reading, in milliseconds as returned by Date.UTC.
 */
export function nextWallTime(schedule: CronSchedule, after: number): number {
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
  return assert.fail("a schedule that never happens is refused when it is parsed");
}
