import { describe, expect, test } from "vitest";
import { LoadFailedError } from "../load-errors.ts";
import { buildPreprocessing } from "./testing/build-preprocessing.ts";

const headers = ["qty", "brand"];
const types = { item: ["qty", "brand", "a", "b"].map((slug) => ({ slug })) };

/** A clock that advances by this much on every read. */
function tickingClock(tickMs: number) {
  const clock = { looks: 0, read: () => clock.looks++ * tickMs };
  return clock;
}

function build(definitions: readonly string[], tickMs: number) {
  const clock = tickingClock(tickMs);
  const conditionalColumns = definitions.map((text, index) => ({ toProperty: index === 0 ? "a" : "b", default: text }));
  const { preprocessing } = buildPreprocessing({
    headers,
    types,
    configuration: { conditionalColumns },
    clock: clock.read,
  });
  const run = (rowCount: number) => {
    for (let row = 0; row < rowCount; row += 1) preprocessing.prepare({ number: row + 2, cells: ["1", "x"] });
  };
  return { run, clock };
}

describe("the time budget of expressions", () => {
  test("30 s plus 50 µs per row are allowed", () => {
    const { run } = build(["{qty}!"], 30);

    expect(() => run(1_001)).not.toThrow();
  });

  test("exceeding it ends the load", () => {
    const { run } = build(["{qty}!"], 30);

    expect(() => run(1_002)).toThrow(LoadFailedError);
  });

  test("each row adds to the budget", () => {
    const { run } = build(["{qty}!"], 0.0499);

    expect(() => run(100_000)).not.toThrow();
  });

  test("one slow row is stopped between its columns", () => {
    const { run, clock } = build(["{qty}!", "{brand}!"], 31_000);

    expect(() => run(1)).toThrow(/took 31 s for 1 rows/);
    expect(clock.looks).toBe(2);
  });

  test("a literal is not measured", () => {
    const { run, clock } = build(["plain", "text"], 31_000);

    run(10);

    expect(clock.looks).toBe(0);
  });
});
