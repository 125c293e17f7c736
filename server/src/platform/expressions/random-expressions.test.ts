import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beginTorture } from "../../testing/torture.ts";
import type { JsonValue } from "../json-value.ts";
import { compileExpression } from "./compiling/compile-expression.ts";
import { compileValue } from "./compiling/compile-value.ts";
import { EvaluationError, ExpressionError } from "./expression-error.ts";
import { columnNames } from "./names/column-names.ts";
import { documentPaths } from "./names/document-paths.ts";
import { names, randomExpression, randomValues } from "./testing/random-expression.ts";
import { askV8, frozenNow, type Outcome } from "./testing/v8-oracle.ts";

const torture = beginTorture("random expressions");
/** A million takes some minutes: TORTURE_TIMES=500. */
const runs = torture.runs(2000, 500);
const runCount = runs.numRuns;

const document = documentPaths(names);
const pieces = [
  "{c0}",
  "{c4}",
  "{",
  "}",
  "c0",
  "(",
  ")",
  "[",
  "]",
  "'",
  '"',
  "`",
  "$",
  "\\",
  "/",
  "=>",
  "x",
  ".",
  "?.",
  "...",
  ",",
];
const morePieces = [
  ":",
  ";",
  "?",
  "=",
  "==",
  "+",
  "-",
  "*",
  "!",
  "1",
  " ",
  "\n",
  "new ",
  "Date",
  ".map",
  ".trim()",
  "/a/g",
  "//",
  "\u2028",
];

/** Anything but the two expected errors fails the test. */
function evaluate(source: string, values: { readonly [name: string]: JsonValue }): Outcome | "limit" {
  try {
    return { value: compileExpression(source, document, { now: () => frozenNow }).evaluate(values) };
  } catch (error) {
    if (error instanceof ExpressionError) return "fails";
    if (!(error instanceof EvaluationError)) throw error;
    return / than \d+ /.test(error.message) ? "limit" : "fails";
  }
}

test("random expressions return what V8 returns, and fail where V8 fails", { timeout: torture.times(120_000) }, () => {
  const seen = { values: 0, failures: 0, limits: 0 };

  fc.assert(
    fc.property(randomExpression, randomValues, (source, values) => {
      const ours = evaluate(source, values);
      if (ours === "limit") {
        seen.limits += 1;
        return;
      }
      const theirs = askV8(source.replace(/\{(c\d)\}/g, "(v.$1)"), values);
      seen[ours === "fails" ? "failures" : "values"] += 1;
      if (!isDeepStrictEqual(ours, theirs))
        expect.fail(`${source}: ${JSON.stringify(ours)} is not ${JSON.stringify(theirs)}`);
    }),
    runs,
  );

  // A generator that always fails, or never does, would prove nothing.
  expect(seen.values).toBeGreaterThan(runCount / 4);
  expect(seen.failures).toBeGreaterThan(runCount / 50);
  expect(seen.limits).toBeLessThan(runCount / 20);
  torture.verdict(
    `${runCount} expressions as V8 has it: ${seen.values} answered, ${seen.failures} failed, ${seen.limits} met a limit`,
  );
});

test("any text is compiled or rejected, and compiled text is evaluated or fails", {
  timeout: torture.times(120_000),
}, () => {
  const texts = fc.string({ unit: fc.constantFrom(...pieces, ...morePieces), maxLength: 14 });
  const columns = columnNames(["c0", "c0}", "'", "c4"]);
  let compiledCount = 0;

  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: "binary" })), (text) => {
      for (const compile of [compileExpression, compileValue]) {
        // Anything but the two expected errors fails the test.
        const run = onlyErrors(() => compile(text, columns));
        compiledCount += run === undefined ? 0 : 1;
        onlyErrors(() => run?.evaluate(["a", "b", "c", "d"]));
        onlyErrors(() => compile(text, document).evaluate({ c0: "a", c4: [1, { b: "c" }] }));
      }
    }),
    runs,
  );

  expect(compiledCount).toBeGreaterThan(runCount / 10);
  torture.verdict(`${runCount} texts compiled or rejected; nothing else was thrown`);
});

function onlyErrors<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof EvaluationError) return undefined;
    throw error;
  }
}
