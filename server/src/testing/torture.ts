import { afterEach } from "vitest";
import { randomFrom } from "../../../tools/fashion-line.ts";

/**
 * Shared by all torture tests. TORTURE_SEED repeats a run as far as the machine allows, TORTURE_TIMES makes it that
 * many times longer, and the verdict is one line that reports both.
 */
export interface Torture {
  /** From 0 to 1, reproducible from the seed. */
  random(): number;
  /** One of them. */
  pick<Thing>(things: readonly Thing[]): Thing;
  /** All of them, in random order. */
  shuffle<Thing>(things: readonly Thing[]): Thing[];
  /** This many in the short form; npm test may do with fewer. */
  times(short: number, inTestSuite?: number): number;
  /** For fast-check: this many runs, as for times, from the seed. */
  runs(short: number, inTestSuite?: number): { readonly numRuns: number; readonly seed: number };
  /** Whether there is time for expensive setup. */
  readonly isLong: boolean;
  verdict(outcome: string): void;
}

/** Called once per file, outside of its tests. */
export function beginTorture(name: string): Torture {
  const { TORTURE_SEED: givenSeed, TORTURE_TIMES: givenTimes, TORTURE_REPORT: reported } = process.env;
  const seed = Number(givenSeed ?? Date.now() % 1_000_000);
  const longer = Number(givenTimes ?? 1);
  const random = randomFrom(seed);
  const isTorture = [givenSeed, givenTimes, reported].some((given) => given !== undefined);
  const report = outputOf(isTorture);
  const times = (short: number, inTestSuite = short) => (isTorture ? short * longer : inTestSuite);
  report(`${name}: TORTURE_SEED=${seed} TORTURE_TIMES=${longer}`);
  return {
    random,
    pick(things) {
      const found = things[Math.floor(random() * things.length)];
      if (found === undefined) throw new Error("There is nothing to pick from.");
      return found;
    },
    shuffle: (things) =>
      things
        .map((thing) => ({ thing, place: random() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ thing }) => thing),
    times,
    runs: (short, inTestSuite) => ({ numRuns: times(short, inTestSuite), seed }),
    isLong: longer > 1,
    verdict: (outcome) => report(`verdict: ${name}, seed ${seed}: ${outcome}`),
  };
}

/** As part of the test suite a torture test is silent, and reports its seed if one of its tests fails. */
function outputOf(isReported: boolean): (line: string) => void {
  if (isReported) return (line) => console.log(line);
  const lines: string[] = [];
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.log(lines.join("\n"));
  });
  return (line) => void lines.push(line);
}
