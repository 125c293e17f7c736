import { minuteMs } from "../../durations.ts";
import type { RandomSchedule } from "./random-schedule.ts";

export interface Reading {
  readonly instant: number;
  /** The minute on the clock of the time zone, as returned by Date.UTC. */
  readonly wallTime: number;
}

/** Every minute of some days, with the clock reading in a time zone: the brute-force way to find occurrences. */
export function readMinutes(timeZone: string, from: number, count: number): Reading[] {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  return Array.from({ length: count }, (_, index) => {
    const instant = from + index * minuteMs;
    const numbers = format.format(instant).match(/\d+/g)?.map(Number) ?? [];
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = numbers;
    return { instant, wallTime: Date.UTC(year, month - 1, day, hour, minute) };
  });
}

/** The instants at which a schedule is due, by checking each minute. */
export function dueInstants(schedule: RandomSchedule, minutes: readonly Reading[]): number[] {
  return schedule.isRepeating ? dueByClock(schedule, minutes) : dueByCalendar(schedule, minutes);
}

function dueByClock(schedule: RandomSchedule, minutes: readonly Reading[]): number[] {
  return minutes.filter(({ wallTime }) => schedule.names(new Date(wallTime))).map(({ instant }) => instant);
}

/** Each calendar minute is due when the clock first shows it, or has skipped it. */
function dueByCalendar(schedule: RandomSchedule, minutes: readonly Reading[]): number[] {
  const due: number[] = [];
  let reached = (minutes[0]?.wallTime ?? 0) - minuteMs;
  for (const { instant, wallTime } of minutes) {
    let isDue = false;
    for (; reached < wallTime; reached += minuteMs) {
      isDue ||= schedule.names(new Date(reached + minuteMs));
    }
    if (isDue) due.push(instant);
  }
  return due;
}
