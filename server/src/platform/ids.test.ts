import { idSchema } from "@weft/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "./ids.ts";

// newId remembers the latest time that it has seen, so each test continues from here.
let now = Date.now();

function later(ms: number): number {
  now += ms;
  return now;
}

/** By code unit, as a column with collate "C" compares ASCII. */
function isRising(ids: readonly string[]): boolean {
  return ids.every((id, index) => index === 0 || (ids[index - 1] ?? "") < id);
}

test("an id has 16 characters of the alphabet and begins with a letter", () => {
  const ids = Array.from({ length: 1000 }, () => newId());

  expect(ids.every((id) => /^[A-Za-z][A-Za-z0-9_-]{15}$/.test(id))).toBe(true);
  expect(ids.every((id) => idSchema.safeParse(id).success)).toBe(true);
});

test("100,000 consecutive ids increase strictly with the clock", () => {
  const ids = Array.from({ length: 100_000 }, () => newId());

  expect(isRising(ids)).toBe(true);
});

test("100,000 ids within one millisecond increase strictly", () => {
  const time = later(1000);

  const ids = Array.from({ length: 100_000 }, () => newId(time));

  expect(isRising(ids)).toBe(true);
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(1);
});

test("ids increase strictly even if the clock steps back", () => {
  const time = later(1000);

  const ids = [newId(time), newId(time - 1), newId(time - 3_600_000), newId(0), newId(time), newId(time + 1)];

  expect(isRising(ids)).toBe(true);
});

test("ids increase strictly with any clock", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 2, maxLength: 200 }), (steps) => {
      let time = later(100);
      const ids = steps.map((step) => {
        time += step;
        now = Math.max(now, time);
        return newId(time);
      });

      expect(isRising(ids)).toBe(true);
    }),
  );
});

test("ids of two times are in the order of the times, even from different processes", () => {
  const times = fc.integer({ min: 1, max: 10_000_000_000 });

  fc.assert(
    fc.property(times, (distance) => {
      const id = newId(later(1));
      const laterId = newId(now + distance);
      now += distance;

      // The time part decides; the rest is random in each process.
      expect(id.slice(0, 8) < laterId.slice(0, 8)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test.each(["2026-01-01", "2060-06-15", "2109-01-01"])("an id of %s begins with a letter", (date) => {
  const time = Math.max(new Date(date).getTime(), later(1));
  now = time;

  expect(newId(time)).toMatch(/^[A-Z]/);
});

test("ids of the same time are not guessable from each other: half of an id is random", () => {
  const ids = Array.from({ length: 200 }, () => newId(later(1)));

  expect(new Set(ids.map((id) => id.slice(8))).size).toBe(200);
  expect(new Set(ids.map((id) => id.slice(9, 11))).size).toBeGreaterThan(150);
});
