/** Shades of the theme with a contrast of at least 3:1 to the page, in light and dark. */
const shades: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  weft: ["weft-6", "weft-3"],
  teal: ["teal-8", "teal-5"],
  red: ["red-8", "red-5"],
  orange: ["orange-8", "orange-4"],
  yellow: ["orange-9", "yellow-5"],
  lime: ["lime-9", "lime-5"],
  green: ["green-9", "green-5"],
  gray: ["gray-6", "gray-5"],
};

/** Colors for series of any kind, in order. None means good or bad. */
export const seriesColors = ["weft", "orange", "cyan", "grape", "lime", "pink", "violet", "gray"] as const;

/** The shades of a color, as the theme names them. */
export function chartShades(color: string): readonly [light: string, dark: string] {
  return shades[color] ?? [`${color}-7`, `${color}-4`];
}

/** A color as a chart draws it. */
export function chartColor(color: string): string {
  const [light, dark] = chartShades(color);
  return `light-dark(var(--mantine-color-${light}), var(--mantine-color-${dark}))`;
}
