import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beginTorture } from "../../testing/torture.ts";
import { dayMs, hourMs, minuteMs } from "../durations.ts";
import { nextOccurrence } from "./next-occurrence.ts";
import { parseCron } from "./parse-cron.ts";
import { dueInstants, type Reading, readMinutes } from "./testing/due-instants.ts";
import { randomSchedule } from "./testing/random-schedule.ts";

const torture = beginTorture("random schedules");
const runs = torture.runs(100, 25);
const timeout = torture.times(20_000);

/** Days around a clock change; the change is on the third, so that the brute-force search has seen what precedes it. */
const windows: readonly (readonly [timeZone: string, from: string, why: string])[] = [
  ["Europe/Berlin", "2024-03-29", "an hour forward"],
  ["Europe/Berlin", "2024-10-25", "an hour back"],
  ["America/New_York", "2024-03-08", "an hour forward"],
  ["America/New_York", "2024-11-01", "an hour back"],
  ["Australia/Lord_Howe", "2024-10-03", "half an hour forward"],
  ["Australia/Lord_Howe", "2024-04-04", "half an hour back"],
  ["America/Sao_Paulo", "2018-11-02", "forward at midnight"],
  ["America/Sao_Paulo", "2018-02-16", "back at midnight"],
  ["Pacific/Apia", "2011-12-28", "a day left out"],
  ["Pacific/Kiritimati", "2024-12-29", "the farthest east"],
  ["Etc/GMT+12", "2024-02-27", "the farthest west"],
  ["Asia/Kathmandu", "2024-12-29", "three quarters of an hour off"],
];
const windowMs = 4 * dayMs;
const occurrencesMax = 6;

describe("nextOccurrence finds what checking every minute finds", { timeout }, () => {
  test.each(windows)("in %s from %s: %s", (timeZone, from, _) => {
    const start = Date.parse(from);
    const minutes = readMinutes(timeZone, start, windowMs / minuteMs);
    const change = changeAmong(minutes) ?? start + windowMs / 2;
    const afters = fc.oneof(
      fc.integer({ min: start + 1.5 * dayMs, max: start + windowMs - 1 }),
      fc.integer({ min: change - 2 * hourMs, max: change + 2 * hourMs }),
    );

    fc.assert(
      fc.property(randomSchedule(), afters, (random, after) => {
        const due = dueInstants(random, minutes).filter((instant) => instant > after);

        const found = occurrences(random.text, timeZone, after).filter((instant) => instant < start + windowMs);

        expect(found).toEqual(due.slice(0, occurrencesMax));
      }),
      runs,
    );
  });
});

/** The first few, in order. */
function occurrences(expression: string, timeZone: string, after: number): number[] {
  const schedule = parseCron(expression);
  const found: number[] = [];
  while (found.length < occurrencesMax) {
    found.push(nextOccurrence(schedule, timeZone, new Date(found.at(-1) ?? after)).getTime());
  }
  return found;
}

function changeAmong(minutes: readonly Reading[]): number | undefined {
  const offsetOf = ({ instant, wallTime }: Reading) => wallTime - instant;
  return minutes.find((reading, index) => offsetOf(reading) !== offsetOf(minutes[index - 1] ?? reading))?.instant;
}

test("in any time zone, the next occurrence is later, is due, and is the same from any instant before it", {
  timeout,
}, () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const instants = fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2037, 0) });
  const parts = fc.double({ min: 0, max: 1, noNaN: true });

  fc.assert(
    fc.property(randomSchedule(), zones, instants, parts, (random, timeZone, after, part) => {
      const schedule = parseCron(random.text);

      const found = nextOccurrence(schedule, timeZone, new Date(after)).getTime();
      const between = after + Math.floor(part * (found - 1 - after));
      const again = nextOccurrence(schedule, timeZone, new Date(between)).getTime();

      expect(found).toBeGreaterThan(after);
      expect(again).toBe(found);
      expect(dueInstants(random, readMinutes(timeZone, found - minuteMs, 2))).toContain(found);
    }),
    runs,
  );
});
