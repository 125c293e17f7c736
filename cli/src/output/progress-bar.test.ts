import { describe, expect, test } from "vitest";
import { openProgress, ProgressBar, ProgressLog } from "./progress-bar.ts";

/** A terminal with a size that the test changes. */
function openScreen(columns: number) {
  const written: string[] = [];
  const listeners = new Set<() => void>();
  let width = columns;
  return {
    written,
    listeners,
    screen: {
      hasColors: false,
      err: (text: string) => void written.push(text),
      watchedColumns: () => width,
      onResize: (listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    resize(next: number) {
      width = next;
      for (const listener of listeners) listener();
    },
  };
}

const state = { label: "Writing", share: 0.5, details: ["5 of 10 rows"] };
const erase = "\r\u001b[J";

describe("a bar", () => {
  test("replaces the previous one, and is cleared at the end", () => {
    const { screen, written, listeners } = openScreen(60);
    const bar = new ProgressBar(screen);

    bar.show(state);
    bar.show({ ...state, share: 1 });
    bar.end();

    expect(written).toHaveLength(3);
    expect(written.every((text) => text.startsWith(erase) && !text.includes("\n"))).toBe(true);
    expect(written[1]).toContain("100 %");
    expect(written[2]).toBe(erase);
    expect(listeners.size).toBe(0);
  });

  test("prints nothing if nothing was shown", () => {
    const { screen, written } = openScreen(60);

    new ProgressBar(screen).end();

    expect(written).toEqual([]);
  });

  test("is not redrawn too often, except for new states", () => {
    const { screen, written } = openScreen(60);
    const bar = new ProgressBar(screen);

    for (let done = 0; done <= 1000; done += 1) bar.show({ ...state, share: done / 2000 });
    bar.show({ ...state, label: "Publishing" });
    bar.end();

    expect(written.length).toBeLessThan(20);
    expect(written.at(-2)).toContain("Publishing");
  });

  test("fits again when the terminal becomes narrower, also over wrapped lines", () => {
    const { screen, written, resize } = openScreen(80);
    const bar = new ProgressBar(screen);
    bar.show(state);

    resize(25);
    bar.end();

    expect(written[1]).toBe(`\u001b[2A${erase}Writing 50 %`);
    expect(written[2]).toBe(erase);
  });
});

describe("a log", () => {
  test("does not report short work", () => {
    const { screen, written } = openScreen(80);
    const log = new ProgressLog(screen);

    log.show(state);
    log.show({ ...state, share: 1 });
    log.end();

    expect(written).toEqual([]);
  });

  test("reports a new phase", () => {
    const { screen, written } = openScreen(80);
    const log = new ProgressLog(screen);

    log.show({ ...state, label: "Checking" });
    log.show(state);
    log.show({ ...state, share: 0.6 });
    log.end();

    expect(written).toEqual(["Writing: 50 %, 5 of 10 rows\n"]);
  });

  test("keeps reporting unchanged progress", async () => {
    const reported = await new Promise<string[]>((resolve) => {
      const written: string[] = [];
      const log = new ProgressLog(
        {
          err: (text) => {
            written.push(text);
            if (written.length === 2) {
              log.end();
              resolve(written);
            }
          },
        },
        1,
      );
      log.show(state);
    });

    expect(reported).toEqual(["Writing: 50 %, 5 of 10 rows\n", "Writing: 50 %, 5 of 10 rows\n"]);
  });
});

test("--json disables progress output", () => {
  const { screen, written } = openScreen(80);

  const display = openProgress({ ...screen, isWatched: false }, true);
  display.show(state);
  display.end();

  expect(written).toEqual([]);
  expect(openProgress({ ...screen, isWatched: true }, true)).toBeInstanceOf(ProgressBar);
});
