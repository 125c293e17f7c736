import { describe, expect, test } from "vitest";
import { beginTorture } from "../../testing/torture.ts";
import { compileExpression } from "./compiling/compile-expression.ts";
import { EvaluationError, ExpressionError } from "./expression-error.ts";
import { columnNames, type Row } from "./names/column-names.ts";
import vectors from "./testing/expression-vectors.json" with { type: "json" };
import { fingerprintOfBuiltIns } from "./testing/fingerprint-of-built-ins.ts";

const torture = beginTorture("expression battery");
const dollar = "$";
const secret = "what no expression may read";
const hidden: Record<string, unknown> = globalThis;
hidden["SECRET2"] = secret;

const columns = [...Object.keys(vectors.row), "__proto__", "notes", "createdAt"];
const row: Row = columns.map((name) => {
  switch (name) {
    case "long":
      return `${"a".repeat(40_000)}!`;
    case "__proto__":
      return "PP";
    case "notes":
      return `it's "quoted" \`${dollar}{7*7}\` {brand} \\ \u2028 '); process.exit(1); //`;
    case "createdAt":
      return "2026-03-04T05:06:07Z";
    default:
      return new Map(Object.entries(vectors.row)).get(name);
  }
});

/** The vectors abbreviate one source and display line breaks. */
function sourceOf(source: string): string {
  return source.endsWith("(40001 chars)") ? `1${"+1".repeat(20_000)}` : source.replace("⏎", "\n");
}

function answerTo(source: string): string {
  return JSON.stringify(compileExpression(source, columnNames(columns)).evaluate(row));
}

/** The result, or the error; any other exception fails the test. */
function outcomeOf(source: string): string {
  try {
    return answerTo(source);
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof EvaluationError) return error.name;
    throw error;
  }
}

function attack(source: string): { outcome: string; milliseconds: number; grownBytes: number } {
  const memoryBefore = process.memoryUsage().rss;
  const started = performance.now();
  const outcome = outcomeOf(sourceOf(source));
  const milliseconds = performance.now() - started;
  return { outcome, milliseconds, grownBytes: process.memoryUsage().rss - memoryBefore };
}

describe("every expression of the battery returns what V8 does", () => {
  test.each(vectors.fidelity.cases)("$source", ({ source, expect: expected }) => {
    expect(answerTo(source)).toBe(expected);
  });
});

describe("no expression escapes or pollutes", () => {
  test.each(vectors.escape.cases)("$source", ({ source }) => {
    const before = fingerprintOfBuiltIns();

    const { outcome, milliseconds } = attack(source);

    expect(outcome).toBe("ExpressionError");
    expect(milliseconds).toBeLessThan(1000);
    expect(fingerprintOfBuiltIns()).toBe(before);
  });
});

describe("no expression takes more than a second or 200 MB", () => {
  test.each(vectors.resource.cases)("$source", ({ source, expect: expected }) => {
    const { outcome, milliseconds, grownBytes } = attack(source);

    expect(milliseconds).toBeLessThan(1000);
    expect(grownBytes).toBeLessThan(200_000_000);
    if (expected.startsWith("value ")) expect(outcome).toBe(expected.replace("value ", ""));
    else expect(outcome).toBe(expected.startsWith("refuse") ? "ExpressionError" : "EvaluationError");
  });
});

test(
  "results stay correct after the attacks, in any order",
  () => {
    const compiled = vectors.fidelity.cases.map(({ source }) => compileExpression(source, columnNames(columns)));
    const attacks = [...vectors.escape.cases, ...vectors.resource.cases];
    const rounds = Array.from({ length: torture.times(1) }, () => torture.shuffle(attacks));
    for (const { source } of rounds.flat()) attack(source);

    const answers = compiled.map((expression) => JSON.stringify(expression.evaluate(row)));

    expect(answers).toEqual(vectors.fidelity.cases.map(({ expect: expected }) => expected));
    expect(vectors.fidelity.cases.map(({ source }) => answerTo(source))).toEqual(answers);
    expect(attacks.map(({ source }) => outcomeOf(sourceOf(source)))).not.toContain(JSON.stringify(secret));
    torture.verdict(`${answers.length} expressions answer what V8 does, also after ${rounds.flat().length} attacks`);
  },
  torture.times(20_000),
);
