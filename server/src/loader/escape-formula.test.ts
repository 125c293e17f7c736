import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeFormula, unescapeFormula } from "./write-csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["+49 170 123", "'+49 170 123"],
  ["-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["'=1", "''=1"],
  ["''-5", "'''-5"],
  ["-5", "-5"],
  ["+5", "+5"],
  ["-.5", "-.5"],
  ["-1.234,56", "-1.234,56"],
  ["-1e-5", "-1e-5"],
  ["-5%", "-5%"],
  ["-", "'-"],
  ["a=b", "a=b"],
  ["'", "'"],
  ["'quoted'", "'quoted'"],
  ["", ""],
])("%j is written as %j", (cell, written) => {
  expect(escapeFormula(cell)).toBe(written);
  expect(unescapeFormula(written)).toBe(cell);
});

test("every cell is restored, and no written cell starts a formula", () => {
  const unit = fc.constantFrom("=", "+", "-", "@", "'", "\t", "\r", "\n", "1", ".", ",", "e", "%", "a", " ");
  const cell = fc.oneof(fc.string({ unit, maxLength: 8 }), fc.string({ unit: "binary" }));

  fc.assert(
    fc.property(cell, (text) => {
      const written = escapeFormula(text);

      expect(unescapeFormula(written)).toBe(text);
      expect(/^[=+\-@\t\r\n]/.test(written) && !/^[+-][\d.,e%+-]+$/i.test(written)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
