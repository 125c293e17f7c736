import { describe, expect, test } from "vitest";
import { buildTask } from "../testing/build-process-state.ts";
import { countLines, stampLines, validateLines } from "./log-lines.ts";

const receivedOn = new Date("2026-03-01T12:00:00.123Z");
const lineBytesMax = 16 * 1024;
const taskBytesMax = 10 * 1024 * 1024;

describe("lines are stamped with the time they were received", () => {
  test.each<[string, string | string[] | undefined, string[]]>([
    ["none", undefined, []],
    ["an empty list", [], []],
    ["a text", "booked", ["2026-03-01T12:00:00.123Z booked"]],
    ["an empty text", "", ["2026-03-01T12:00:00.123Z "]],
    ["a text with line breaks", "one\ntwo\r\nthree", ["2026-03-01T12:00:00.123Z one\ntwo\r\nthree"]],
    ["a list", ["b", "a\nc"], ["2026-03-01T12:00:00.123Z b", "2026-03-01T12:00:00.123Z a\nc"]],
  ])("%s", (_, logs, lines) => {
    expect(stampLines(logs, receivedOn)).toEqual(lines);
  });
});

describe("lines are rejected", () => {
  test.each<[string, string | string[], number, RegExp]>([
    ["when they are too many", Array(1_001).fill("x"), 0, /1000 lines per request/],
    ["when one is too long", ["x", "x".repeat(lineBytesMax + 1)], 0, /^Line 2 is longer than 16 KiB/],
    ["when one is too long in bytes", "ä".repeat(lineBytesMax / 2 + 1), 0, /^Line 1 is longer/],
    ["when the task has no room for them", "xx", taskBytesMax - 1, /at most 10 MiB/],
  ])("%s", (_, logs, logBytes, error) => {
    expect(validateLines(buildTask({ logBytes }), logs)).toMatch(error);
  });
});

describe("lines are accepted", () => {
  test.each<[string, string | string[] | undefined, number]>([
    ["up to a thousand", Array(1_000).fill("x"), 0],
    ["of up to 16 KiB", "x".repeat(lineBytesMax), 0],
    ["as long as the task has room for them and their times", "xx", taskBytesMax - 27],
    ["when there are none, however full the task is", undefined, taskBytesMax],
  ])("%s", (_, logs, logBytes) => {
    expect(validateLines(buildTask({ logBytes }), logs)).toBeUndefined();
  });
});

test("lines are counted as they are stored", () => {
  const task = buildTask({ logLines: 2, logBytes: 100 });

  const counted = countLines(task, ["2026-03-01T12:00:00.123Z ä", "x"]);

  expect(counted).toMatchObject({ logLines: 4, logBytes: 100 + 27 + 1 });
  expect(countLines(task, [])).toBe(task);
});
