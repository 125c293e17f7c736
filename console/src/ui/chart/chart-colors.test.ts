import { DEFAULT_THEME } from "@mantine/core";
import { expect, test } from "vitest";
import { theme } from "../../theme.ts";
import { chartColor, chartShades, seriesColors } from "./chart-colors.ts";

const surfaces = { light: "#ffffff", dark: "#1b1b1a" };
const meanings = ["teal", "red", "yellow", "green", "blue", "indigo"];

test.each([...seriesColors, ...meanings])("%s contrasts with the page, in light and dark", (color) => {
  const [light, dark] = chartShades(color);

  expect(contrast(hexOf(light), surfaces.light)).toBeGreaterThanOrEqual(3);
  expect(contrast(hexOf(dark), surfaces.dark)).toBeGreaterThanOrEqual(3);
});

test("a color follows the theme of the page", () => {
  expect(chartColor("red")).toBe("light-dark(var(--mantine-color-red-8), var(--mantine-color-red-5))");
});

function hexOf(shade: string): string {
  const [color = "", step = ""] = shade.split("-");
  const all: Readonly<Record<string, readonly string[] | undefined>> = { ...DEFAULT_THEME.colors, ...theme.colors };
  return all[color]?.[Number(step)] ?? "#000000";
}

/** As WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
