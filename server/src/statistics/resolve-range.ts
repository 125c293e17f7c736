import { type StatisticsInterval, statisticsIntervals } from "@weft/contract";
import { dayMs, hourMs, minuteMs } from "../platform/durations.ts";
import { invalidField } from "../platform/errors.ts";
import { firstInstantOf, readWallClock } from "../platform/schedules/wall-clock.ts";
import type { ChartRange } from "./chart.ts";
import { intervalBounds } from "./interval-bounds.ts";

/** What a caller requests. */
export interface RangeInput {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by?: StatisticsInterval | undefined;
  readonly timeZone?: string | undefined;
}

// Stored counts have a resolution of a quarter-hour.
const quarterMs = 15 * minuteMs;
const defaultDays = 30;
const pointsMax = 1000;

const earliest = Date.parse("1970-01-01T00:00:00Z");
const latest = Date.parse("3000-01-01T00:00:00Z");

/** The approximate length of each interval. */
const lengthMs: Readonly<Record<StatisticsInterval, number>> = {
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 30.5 * dayMs,
};

/** The longest range, in days, for which each interval is the default; month for longer ones. */
const daysMax: readonly (readonly [StatisticsInterval, number])[] = [
  ["hour", 2],
  ["day", 100],
  ["week", 731],
];

export function resolveRange(input: RangeInput, orgTimeZone: string, now: Date): ChartRange {
  const timeZone = input.timeZone ?? orgTimeZone;
  requireTimeZone(timeZone);
  const to = input.to === undefined ? now.getTime() : readMoment("to", input.to, timeZone);
  const from = input.from === undefined ? daysBefore(to, timeZone) : readMoment("from", input.from, timeZone);
  if (to <= from) {
    throw invalidField("to", "to must be later than from. Default of to: now.");
  }
  const by = input.by ?? fittingInterval(readWallClock(timeZone, to) - readWallClock(timeZone, from));
  const range = { from: Math.floor(from / quarterMs) * quarterMs, to: Math.ceil(to / quarterMs) * quarterMs };
  requireFewPoints((range.to - range.from) / lengthMs[by], range, by);
  const bounds = intervalBounds(range, by, timeZone);
  requireFewPoints(bounds.length, range, by);
  return {
    from: new Date(range.from),
    to: new Date(range.to),
    by,
    timeZone,
    bounds: bounds.map((bound) => new Date(bound)),
  };
}

function requireTimeZone(timeZone: string): void {
  try {
    readWallClock(timeZone, 0);
  } catch {
    throw invalidField("timeZone", "timeZone must be an IANA time zone such as UTC or Europe/Berlin.");
  }
}

/** A date means its midnight in the time zone. */
function readMoment(name: "from" | "to", text: string, timeZone: string): number {
  const moment = text.includes("T") ? Date.parse(text) : firstInstantOf(timeZone, Date.parse(text));
  if (!(moment >= earliest && moment <= latest)) {
    throw invalidField(name, `${name} must be between the years 1970 and 3000.`);
  }
  return moment;
}

/** The midnight at which a range without from begins; its last day may be partial. */
function daysBefore(to: number, timeZone: string): number {
  const lastWallTime = readWallClock(timeZone, to - 1);
  const midnight = lastWallTime - (((lastWallTime % dayMs) + dayMs) % dayMs);
  return firstInstantOf(timeZone, midnight - (defaultDays - 1) * dayMs);
}

/** By the wall clock, so that two days are two days even when one of them has 25 hours. */
function fittingInterval(wallMs: number): StatisticsInterval {
  return daysMax.find(([, days]) => wallMs <= days * dayMs)?.[0] ?? "month";
}

function requireFewPoints(points: number, range: { readonly from: number; readonly to: number }, by: string): void {
  if (points <= pointsMax) {
    return;
  }
  // One interval less than the maximum, because the range may begin within one.
  const fitting = statisticsIntervals.find((other) => (range.to - range.from) / lengthMs[other] <= pointsMax - 1);
  throw invalidField(
    "by",
    `A chart can have at most ${pointsMax} points; by=${by} would have more. ${
      fitting === undefined ? "Use a shorter range." : `Use by=${fitting} or a shorter range.`
    }`,
  );
}
