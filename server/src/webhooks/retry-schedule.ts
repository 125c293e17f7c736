/** Average delay in seconds after each failed attempt: three days in total. */
export const retryDelaysSeconds: readonly number[] = [
  5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 72_000, 86_400,
];

/** A webhook that has failed for this long without any success is disabled. */
export const failingMsMax = 3 * 86_400_000;

/**
 * The delay after that many failed attempts; undefined after the last one. Jitter from 50% to 150% keeps deliveries
 * that failed together from being retried together.
 */
export function retryDelayMs(failedTries: number, random: () => number = Math.random): number | undefined {
  const seconds = retryDelaysSeconds[failedTries - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1_000 * (0.5 + random()));
}
