import { expect, test } from "vitest";
import { evaluateClock } from "./check-clock.ts";

const now = 1_700_000_000_000;

test.each([
  ["ok", 0, 2, "0.0 s apart"],
  ["ok", 1_900, 2, "1.9 s apart"],
  ["warning", 2_500, 2, "is 2.5 s behind the database's"],
  ["warning", -90_000, 2, "is 90.0 s ahead of the database's"],
  // The round trip may account for the whole offset.
  ["ok", 2_500, 4_000, "2.5 s apart"],
])("%s: a database %i ms ahead, with a round trip of %i ms", (verdict, offsetMs, tripMs, words) => {
  const reading = { askedAt: now, answeredAt: now + tripMs, theirs: now + tripMs / 2 + offsetMs };

  expect(evaluateClock([reading])).toMatchObject({ verdict, detail: expect.stringContaining(words) });
});

test("the fastest response counts", () => {
  const slow = { askedAt: now, answeredAt: now + 9_000, theirs: now + 9_000 };
  const quick = { askedAt: now, answeredAt: now + 1, theirs: now };

  expect(evaluateClock([slow, quick, slow]).detail).toContain("0.0 s apart");
});
