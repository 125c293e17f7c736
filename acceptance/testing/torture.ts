import { randomFrom } from "../../tools/fashion-line.ts";

/**
 * What every torture has in common. TORTURE_SEED repeats a run as far as the machine allows, TORTURE_TIMES makes it as
 * many times longer, and the verdict is one line that tells both.
 */
export interface Torture {
  /** From 0 to 1, the same ones for the same seed. */
  random(): number;
  /** One of them. */
  pick<Thing>(things: readonly Thing[]): Thing;
  /** So many in the short form. */
  times(short: number): number;
  /** Whether there is time for what takes long to prepare. */
  readonly isLong: boolean;
  verdict(outcome: string): void;
}

export function beginTorture(name: string): Torture {
  const seed = Number(process.env["TORTURE_SEED"] ?? Date.now() % 1_000_000);
  const longer = Number(process.env["TORTURE_TIMES"] ?? 1);
  const random = randomFrom(seed);
  console.log(`${name}: TORTURE_SEED=${seed} TORTURE_TIMES=${longer}`);
  return {
    random,
    pick(things) {
      const found = things[Math.floor(random() * things.length)];
      if (found === undefined) throw new Error("There is nothing to pick from.");
      return found;
    },
    times: (short) => short * longer,
    isLong: longer > 1,
    verdict: (outcome) => console.log(`verdict: ${name}, seed ${seed}: ${outcome}`),
  };
}
