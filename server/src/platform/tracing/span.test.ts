import { expect, test } from "vitest";
import { placeBelow, readTraceParent } from "./tracer.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

test.each([
  [`00-${traceId}-${spanId}-01`, true],
  [`00-${traceId}-${spanId}-00`, false],
  [`00-${traceId}-${spanId}-03`, true],
  [`cc-${traceId}-${spanId}-01-what-a-later-version-adds`, true],
])("%s is a span context, recorded: %s", (header, isSampled) => {
  expect(readTraceParent(header)).toEqual({ traceId, spanId, isSampled });
});

test.each([
  undefined,
  "",
  "00",
  `ff-${traceId}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-0`,
])("%j is invalid", (header) => {
  expect(readTraceParent(header)).toBeUndefined();
});

test("a child span belongs to the trace of its parent and is recorded if that is", () => {
  const parent = { traceId, spanId, isSampled: false };

  const place = placeBelow(parent, () => true);

  expect(place).toMatchObject({ traceId, isSampled: false });
  expect(place.spanId).toMatch(/^[\da-f]{16}$/);
  expect(place.spanId).not.toBe(spanId);
  expect(placeBelow(undefined, () => true)).toMatchObject({ isSampled: true });
});
