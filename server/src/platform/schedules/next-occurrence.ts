import type { CronSchedule } from "./cron-schedule.ts";
import { nextWallTime } from "./next-wall-time.ts";
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
