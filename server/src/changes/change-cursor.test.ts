import { describe, expect, test } from "vitest";
import { encodeCursor, type Position, parseStart } from "./change-cursor.ts";

const places: readonly Position[] = [
  { sequence: 0, stamp: 0 },
  { sequence: 0, stamp: 946_684_800_000 },
  { sequence: 1, stamp: 1_700_000_000_000 },
  { sequence: 2, stamp: 1_700_000_000_000 },
  { sequence: 63, stamp: 1_700_000_000_000 },
  { sequence: 64, stamp: 1_700_000_000_001 },
  { sequence: 4_096, stamp: 1_800_000_000_000 },
  { sequence: Number.MAX_SAFE_INTEGER, stamp: 253_402_300_799_999 },
];

test("a cursor decodes to the position that it encodes", () => {
  expect(places.map((place) => parseStart("after", encodeCursor(place)))).toEqual(places);
});

test("cursors have a fixed width and sort in log order", () => {
  const cursors = places.map(encodeCursor);

  expect(new Set(cursors.map(({ length }) => length))).toEqual(new Set([18]));
  expect([...cursors].sort()).toEqual(cursors);
});

test.each(["beginning", "now"])("%s is a valid start", (word) => {
  expect(parseStart("after", word)).toBe(word);
});

describe("an invalid cursor is rejected with the valid forms", () => {
  test.each([
    "",
    "Now",
    "0",
    "c".repeat(18),
    `${encodeCursor({ sequence: 1, stamp: 1 })}0`,
    encodeCursor({ sequence: 1, stamp: 1 }).slice(1),
    `${encodeCursor({ sequence: 1, stamp: 1 }).slice(0, -1)}é`,
    `C${"z".repeat(17)}`,
    `C---------${"z".repeat(8)}`,
  ])("%j", (text) => {
    expect(() => parseStart("after", text)).toThrow(/after is not a cursor\. Send a coveredUntil/);
  });
});
