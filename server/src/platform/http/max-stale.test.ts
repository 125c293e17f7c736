import { expect, test } from "vitest";
import { maxStaleMs } from "./cache-headers.ts";

test.each([
  [undefined, 0],
  ["", 0],
  ["no-cache", 0],
  ["max-age=5", 0],
  ["max-stale=5", 5_000],
  ["Max-Stale = 5", 5_000],
  ['no-transform, max-stale="30", foo', 30_000],
  ["max-stale", Number.POSITIVE_INFINITY],
  ["max-stale=0", 0],
  ["max-stale=soon", 0],
  ["max-stale=-1", 0],
  ["x-max-stale=5", 0],
])("%s accepts responses of %d ms", (header, ms) => {
  expect(maxStaleMs(header === undefined ? {} : { "cache-control": header })).toBe(ms);
});
