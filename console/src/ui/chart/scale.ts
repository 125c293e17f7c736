/** Round numbers from zero to at least the largest value, about as many as requested. */
export function niceTicks(max: number, count: number, onlyWhole: boolean): readonly number[] {
  if (!(max > 0)) return [0, 1];
  const step = Math.max(niceStep(max / count), onlyWhole ? 1 : 0);
  const steps = Math.ceil(max / step - 1e-9);
  // Multiplied and rounded, because adding 0.1 three times is not 0.3.
  return Array.from({ length: steps + 1 }, (_, tick) => Number((tick * step).toPrecision(12)));
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below the value. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** The position of a value from 0 to max between two ends, in pixels. */
export function linearScale(max: number, from: number, to: number): (value: number) => number {
  return (value) => from + (value / max) * (to - from);
}

/** The middles of the given number of equal bands. */
export function bandCenters(count: number, left: number, right: number): readonly number[] {
  const band = (right - left) / Math.max(count, 1);
  return Array.from({ length: count }, (_, index) => left + band * (index + 0.5));
}

/** Times at proportional distances; a single one is in the middle. */
export function timePositions(times: readonly number[], left: number, right: number): readonly number[] {
  const first = times[0] ?? 0;
  const span = (times.at(-1) ?? 0) - first;
  return times.map((time) => (span === 0 ? (left + right) / 2 : left + ((time - first) / span) * (right - left)));
}

/** The index of the position nearest to x. */
export function nearestIndex(positions: readonly number[], x: number): number {
  let nearest = 0;
  for (const [index, position] of positions.entries()) {
    if (Math.abs(position - x) < Math.abs((positions[nearest] ?? 0) - x)) nearest = index;
  }
  return nearest;
}
