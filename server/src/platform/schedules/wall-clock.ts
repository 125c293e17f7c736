import assert from "node:assert";
import { LRUCache } from "lru-cache";

const secondMs = 1000;
const dayMs = 24 * 60 * 60 * secondMs;

/** To make one costs far more than to use it. Names differ in case, so there may be more of them than zones. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** What the wall clock of a time zone reads, in milliseconds as Date.UTC gives them. Throws for an unknown zone. */
export function readWallClock(timeZone: string, instant: number): number {
  return instant + offsetAt(timeZone, instant);
}

/** The instants, none, one or two, at which the wall clock reads a time. */
export function instantsOf(timeZone: string, wallTime: number): number[] {
  const { before, after } = offsetsAround(timeZone, wallTime);
  return [...new Set([before, after])]
    .map((offset) => wallTime - offset)
    .filter((instant) => readWallClock(timeZone, instant) === wallTime)
    .sort((left, right) => left - right);
}

/** The first instant at which the wall clock reads a time or, where clocks went forward over it, a later one. */
export function firstInstantOf(timeZone: string, wallTime: number): number {
  const [first] = instantsOf(timeZone, wallTime);
  return first ?? endOfGap(timeZone, wallTime);
}

/** The moment at which the clock went forward, over a time that it therefore never read. */
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

/** No zone is a day away from UTC, and no zone has changed its clock twice within two days since 1970. */
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
