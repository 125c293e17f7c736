import type { CronSchedule } from "./cron-schedule.ts";
import { nextWallTime } from "./next-wall-time.ts";
import { firstInstantOf, instantsOf, readWallClock } from "./wall-clock.ts";

/**
 * The first instant strictly after another at which a schedule is due by the wall clock of a time zone.
 *
 * When clocks change, fixed hours (9, 9-17, 2,14) and repeating ones (with * or a step, or all 24) differ:
 * - Fixed hours are due once for each time of the calendar. A time that clocks go forward over is due at the first
 *   instant after the gap, once, however many times fall into it; this holds also for a day that a zone has left out.
 *   A time that comes twice is due the first time only.
 * - Repeating hours are due at every minute of real time at which the clock reads a named time: in a gap there is none,
 *   and in a repeated hour they are due in both passes, so that "every 15 minutes" stays every 15 minutes.
 */
export function nextOccurrence(schedule: CronSchedule, timeZone: string, after: Date): Date {
  const next = schedule.hourRule === "fixed" ? nextOfFixedHours : nextOfRepeatingHours;
  return new Date(next(schedule, timeZone, after.getTime()));
}

function nextOfFixedHours(schedule: CronSchedule, timeZone: string, after: number): number {
  let wallTime = nextWallTime(schedule, readWallClock(timeZone, after));
  let due = firstInstantOf(timeZone, wallTime);
  // In the second pass of a repeated hour, the times that are ahead on the clock were due in the first.
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
  // Clocks are about to go back, and some of the times that are behind on the clock come once more.
  return Math.min(ahead, firstOnClock({ schedule, timeZone, after }, reading - (again - after), reading));
}

interface Search {
  readonly schedule: CronSchedule;
  readonly timeZone: string;
  readonly after: number;
}

/** Of the named times between two readings of the clock, the instant of the first that is still to come. */
function firstOnClock({ schedule, timeZone, after }: Search, from: number, to: number): number {
  for (let time = nextWallTime(schedule, from); time <= to; time = nextWallTime(schedule, time)) {
    const instant = instantsOf(timeZone, time).find((candidate) => candidate > after);
    if (instant !== undefined) {
      return instant;
    }
  }
  return Number.POSITIVE_INFINITY;
}
