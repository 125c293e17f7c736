import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { type ProgressState, progressLine, progressSentence } from "./progress-line.ts";
import { widthOf } from "./safe-text.ts";
import { styleOf } from "./style.ts";

const plain = styleOf(false);
const state: ProgressState = {
  label: "Writing",
  share: 0.62,
  details: ["6,200 of 10,000 rows", "1,240 rows/s", "3 s left"],
};

describe("the progress line of a terminal", () => {
  test("shows everything if there is room", () => {
    expect(progressLine(state, 100, plain)).toBe(
      "Writing    ██████████████████░░░░░░░░░░░░  62 %  6,200 of 10,000 rows  1,240 rows/s  3 s left",
    );
  });

  test.each([
    [70, "Writing    █████████░░░░░░░  62 %  6,200 of 10,000 rows  1,240 rows/s"],
    [50, "Writing    ██████░░░░  62 %  6,200 of 10,000 rows"],
    [40, "Writing    █████████████░░░░░░░░░  62 %"],
    [28, "Writing    ██████░░░░  62 %"],
    [20, "Writing 62 %"],
    [8, "Writin…"],
    [1, "…"],
  ])("omits what does not fit in %d columns", (columns, line) => {
    expect(progressLine(state, columns, plain).replace(/ +$/, "")).toBe(line);
  });

  test("never fills the last column, however wide the terminal is", () => {
    const lines = Array.from({ length: 150 }, (_, index) => progressLine(state, index + 2, plain));

    expect(lines.map(widthOf).filter((width, index) => width >= index + 2)).toEqual([]);
  });

  test.each([
    [0, "░░░░░░░░░░   0 %"],
    [-1, "░░░░░░░░░░   0 %"],
    [0.999, "█████████░  99 %"],
    [0.29, "██░░░░░░░░  29 %"],
    [1, "██████████ 100 %"],
    [7, "██████████ 100 %"],
  ])("a share of %d is drawn %s", (share, drawn) => {
    expect(progressLine({ label: "x", share, details: [] }, 28, plain)).toBe(`x          ${drawn}`);
  });

  test("shows control characters without interpreting them", () => {
    const line = progressLine({ label: "a\u001b[2J", share: 0, details: ["b\nc"] }, 80, plain);

    expect(line).not.toMatch(/\p{Cc}/u);
    expect(line).toContain("b⏎c");
  });

  test("is colored where colors are enabled, and the same otherwise", () => {
    const painted = progressLine(state, 100, styleOf(true));

    expect(painted).toContain("\u001b[36m");
    expect(stripVTControlCharacters(painted)).toBe(progressLine(state, 100, plain));
  });
});

test("a log prints a sentence", () => {
  expect(progressSentence(state)).toBe("Writing: 62 %, 6,200 of 10,000 rows, 1,240 rows/s, 3 s left");
});
