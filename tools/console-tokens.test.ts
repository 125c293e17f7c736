import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = readFileSync(new URL("../console/src/tokens.css", import.meta.url), "utf8");
const themes = ["light", "dark"] as const;
const texts = ["text", "second", "third", "accent", "good", "warn", "bad"];
const grounds = ["ground", "surface", "accent-tint"];
const options = [...readColors("light").keys()].flatMap((name) => /^option-(\w+)-fill$/.exec(name)?.[1] ?? []);

test.each(themes)("every text color has a contrast of 4.5 to each background in the %s theme", (theme) => {
  const colors = readColors(theme);

  const faint = texts.flatMap((text) =>
    grounds.filter((ground) => contrastOf(colors, text, ground) < 4.5).map((ground) => `${text} on ${ground}`),
  );

  expect(faint).toEqual([]);
});

test.each(themes)("text on an accent fill has a contrast of 4.5 in the %s theme", (theme) => {
  const colors = new Map([...readColors(theme), ["white", "#ffffff"]]);

  expect(contrastOf(colors, "white", "accent-fill")).toBeGreaterThanOrEqual(4.5);
});

test.each(themes)("the 12 option colors have a contrast of 7 in the %s theme", (theme) => {
  const colors = readColors(theme);

  const faint = options.filter((name) => contrastOf(colors, `option-${name}-text`, `option-${name}-fill`) < 7);

  expect(options).toHaveLength(12);
  expect(faint).toEqual([]);
});

test("both themes define the same colors", () => {
  expect([...readColors("dark").keys()]).toEqual([...readColors("light").keys()]);
});

/** The hex colors of a theme, by name. */
function readColors(theme: "light" | "dark"): Map<string, string> {
  const block = source.split(`[data-mantine-color-scheme="${theme}"] {`)[1]?.split("}")[0] ?? "";
  return new Map(
    [...block.matchAll(/--weft-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );
}

/** As WCAG 2 defines it. */
function contrastOf(colors: ReadonlyMap<string, string>, one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map((name) => luminance(colors.get(name) ?? "")).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
