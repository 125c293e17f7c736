/** Seconds from one failed attempt to the next, on average: three days in all. */
export const retryDelaysSeconds: readonly number[] = [
  5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 72_000, 86_400,
];

/** An endpoint that has failed for this long without any success is switched off. */
export const failingMsMax = 3 * 86_400_000;

/**
 * How long to wait after so many failed attempts; undefined when it was the last one. Half of the delay to one and a
 * half of it, so that what has failed together does not come back together.
 */
export function retryDelayMs(failedTries: number, random: () => number = Math.random): number | undefined {
  const seconds = retryDelaysSeconds[failedTries - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1_000 * (0.5 + random()));
}
