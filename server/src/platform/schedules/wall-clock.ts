import assert from "node:assert";
import { LRUCache } from "lru-cache";
import { dayMs, secondMs } from "../durations.ts";

/**
 * Creating one costs far more than using it. Names may differ in case, so there may be more of them than time zones.
 */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** The wall clock reading of a time zone, in milliseconds as returned by Date.UTC. Throws for an unknown time zone. */
export function readWallClock(timeZone: string, instant: number): number {
  return instant + offsetAt(timeZone, instant);
}

/** The instants (none, one or two) at which the wall clock shows a time. */
export function instantsOf(timeZone: string, wallTime: number): number[] {
  const { before, after } = offsetsAround(timeZone, wallTime);
  return [...new Set([before, after])]
    .map((offset) => wallTime - offset)
    .filter((instant) => readWallClock(timeZone, instant) === wallTime)
    .sort((left, right) => left - right);
}

/** The first instant at which the wall clock shows a time or, if clocks skipped it, a later one. */
export function firstInstantOf(timeZone: string, wallTime: number): number {
  const [first] = instantsOf(timeZone, wallTime);
  return first ?? endOfGap(timeZone, wallTime);
}

/** The instant at which the clock went forward, skipping a time. */
function endOfGap(timeZone: string, wallTime: number): number {
  const { before, after } = offsetsAround(timeZone, wallTime);
  let earlier = wallTime - after;
  let later = wallTime - before;
  while (later - earlier > secondMs) {
    const middle = earlier + Math.floor((later - earlier) / (2 * secondMs)) * secondMs;
    if (readWallClock(timeZone, middle) > wallTime) {
      later = middle;
    } else {
      earlier = middle;
    }
  }
  return later;
}

/** No time zone is a day away from UTC, and none has changed its clock twice within two days since 1970. */
function offsetsAround(timeZone: string, wallTime: number): { readonly before: number; readonly after: number } {
  return { before: offsetAt(timeZone, wallTime - dayMs), after: offsetAt(timeZone, wallTime + dayMs) };
}

function offsetAt(timeZone: string, instant: number): number {
  const text = formatFor(timeZone).format(instant);
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  assert(match !== null, `an offset is written otherwise: ${text}`);
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = match;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * secondMs;
  return sign === "-" ? -size : size;
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) {
    return known;
  }
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  return format;
}
