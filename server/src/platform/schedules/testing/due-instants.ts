import type { RandomSchedule } from "./random-schedule.ts";

const minuteMs = 60_000;

export interface Reading {
  readonly instant: number;
  /** The minute that the clock of the zone reads, as Date.UTC would give it. */
  readonly wallTime: number;
}

/** Every minute of some days, with what the clock of a zone reads: the slow and plain way to look for occurrences. */
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

/** The instants at which a schedule is due, by trying each minute. */
export function dueInstants(schedule: RandomSchedule, minutes: readonly Reading[]): number[] {
  return schedule.isRepeating ? dueByClock(schedule, minutes) : dueByCalendar(schedule, minutes);
}

function dueByClock(schedule: RandomSchedule, minutes: readonly Reading[]): number[] {
  return minutes.filter(({ wallTime }) => schedule.names(new Date(wallTime))).map(({ instant }) => instant);
}

/** Each minute of the calendar is due when the clock first reads it, or has gone over it. */
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
