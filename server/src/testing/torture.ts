import { afterEach } from "vitest";
import { randomFrom } from "../../../tools/fashion-line.ts";

/**
 * What every torture has in common. TORTURE_SEED repeats a run as far as the machine allows, TORTURE_TIMES makes it as
 * many times longer, and the verdict is one line that tells both.
 */
export interface Torture {
  /** From 0 to 1, the same ones for the same seed. */
  random(): number;
  /** One of them. */
  pick<Thing>(things: readonly Thing[]): Thing;
  /** All of them, in an order of chance. */
  shuffle<Thing>(things: readonly Thing[]): Thing[];
  /** So many in the short form. */
  times(short: number): number;
  /** For fast-check: so many runs in the short form, from the seed. */
  runs(short: number): { readonly numRuns: number; readonly seed: number };
  /** Whether there is time for what takes long to prepare. */
  readonly isLong: boolean;
  verdict(outcome: string): void;
}

/** Called once in a file, outside of its tests. */
export function beginTorture(name: string): Torture {
  const { TORTURE_SEED: givenSeed, TORTURE_TIMES: givenTimes, TORTURE_TOLD: reported } = process.env;
  const seed = Number(givenSeed ?? Date.now() % 1_000_000);
  const longer = Number(givenTimes ?? 1);
  const random = randomFrom(seed);
  const report = outputOf([givenSeed, givenTimes, reported].some((given) => given !== undefined));
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
    times: (short) => short * longer,
    runs: (short) => ({ numRuns: short * longer, seed }),
    isLong: longer > 1,
    verdict: (outcome) => report(`verdict: ${name}, seed ${seed}: ${outcome}`),
  };
}

/** Among the other tests a torture is silent, and tells its seed when one of its tests fails. */
function outputOf(isReported: boolean): (line: string) => void {
  if (isReported) return (line) => console.log(line);
  const lines: string[] = [];
  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.log(lines.join("\n"));
  });
  return (line) => void lines.push(line);
}
