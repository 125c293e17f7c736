import type { Database } from "../platform/database/database.ts";
import { readClock } from "./database-look-store.ts";
import { type Check, type CheckResult, ok, warning } from "./finding.ts";
import type { OpenedDatabase } from "./open-database-to-look.ts";

const offsetMsMax = 2_000;
const readingsWanted = 3;

/** Tokens, schedules and links depend on both clocks. */
export function checkClock({ db }: OpenedDatabase): Check {
  return {
    name: "clock",
    async look() {
      return [evaluateClock(await readClocks(db))];
    },
  };
}

/** How far the database's clock is ahead of this machine's. */
export async function measureClockOffsetMs(db: Database): Promise<number> {
  return bestOffset(await readClocks(db)).offsetMs;
}

async function readClocks(db: Database): Promise<readonly ClockReading[]> {
  const readings: ClockReading[] = [];
  for (let reading = 0; reading < readingsWanted; reading += 1) {
    const askedAt = Date.now();
    const theirs = await readClock(db);
    readings.push({ askedAt, theirs, answeredAt: Date.now() });
  }
  return readings;
}

export interface ClockReading {
  readonly askedAt: number;
  readonly theirs: number;
  readonly answeredAt: number;
}

/** The fastest response is the most precise. */
function bestOffset(readings: readonly ClockReading[]): { readonly tripMs: number; readonly offsetMs: number } {
  const offsets = readings
    .map(({ askedAt, theirs, answeredAt }) => ({
      tripMs: answeredAt - askedAt,
      offsetMs: theirs - (askedAt + answeredAt) / 2,
    }))
    .sort((one, other) => one.tripMs - other.tripMs);
  return offsets[0] ?? { tripMs: 0, offsetMs: 0 };
}

export function evaluateClock(readings: readonly ClockReading[]): CheckResult {
  const { tripMs, offsetMs } = bestOffset(readings);
  const seconds = `${(Math.abs(offsetMs) / 1000).toFixed(1)} s`;
  const direction = offsetMs > 0 ? "behind" : "ahead of";
  // The error of a reading is at most half of the round trip.
  return Math.abs(offsetMs) - tripMs / 2 > offsetMsMax
    ? warning(`This machine's clock is ${seconds} ${direction} the database's.`, "Synchronize both with NTP.")
    : ok(`This machine's clock and the database's agree (${seconds} apart).`);
}
