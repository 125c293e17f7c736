/** A line through the values, interrupted where none was measured. */
export function linePath(
  values: readonly (number | null)[],
  positions: readonly number[],
  y: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      if (value === null) return "";
      const isStart = index === 0 || (values[index - 1] ?? null) === null;
      return `${isStart ? "M" : "L"}${round(positions[index] ?? 0)} ${round(y(value))}`;
    })
    .join("");
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
