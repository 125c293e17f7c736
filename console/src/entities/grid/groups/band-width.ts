/** As many bands as a person compares at a glance. */
const bandsMax = 8;

/** The width of bands from the smallest to the largest value: 1, 2 or 5, times a power of ten. */
export function bandWidthOf(min: number, max: number): number {
  const range = Math.max(max - min, 0);
  return range === 0 ? 1 : niceFrom(range / bandsMax);
}

/** This width, two that are narrower, and two that are wider. */
export function bandWidthsAround(width: number): readonly number[] {
  const place = Math.round(Math.log10(width) * 3);
  return [-2, -1, 0, 1, 2].map((step) => niceAt(place + step)).filter((one) => one >= widthMin && one <= widthMax);
}

/** What the service accepts. */
const [widthMin, widthMax] = [0.000001, 500_000_000_000];
const steps = [1, 2, 5] as const;

function niceFrom(width: number): number {
  let place = Math.floor(Math.log10(Math.max(width, widthMin)) * 3) - 1;
  while (niceAt(place) < width) place += 1;
  return Math.min(Math.max(niceAt(place), widthMin), widthMax);
}

/** 0 is 1, 1 is 2, 2 is 5, 3 is 10. */
function niceAt(place: number): number {
  const power = Math.floor(place / 3);
  // Without the digits that binary fractions add.
  return Number(((steps[place - power * 3] ?? 1) * 10 ** power).toPrecision(1));
}
