import { expect, test } from "vitest";
import { placeBelow, readTraceContext, Tracer, traceHeaders } from "./tracer.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

test.each([
  [`00-${traceId}-${spanId}-01`, true],
  [`00-${traceId}-${spanId}-00`, false],
  [`00-${traceId}-${spanId}-03`, true],
  [`cc-${traceId}-${spanId}-01-what-a-later-version-adds`, true],
])("%s is a span context, recorded: %s", (header, isSampled) => {
  expect(readTraceContext({ traceparent: header })).toEqual({ traceId, spanId, isSampled });
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
  expect(readTraceContext({ traceparent: header })).toBeUndefined();
});

test("a child span belongs to the trace of its parent and is recorded if that is", () => {
  const parent = { traceId, spanId, isSampled: false };

  const place = placeBelow(parent, () => true);

  expect(place).toMatchObject({ traceId, isSampled: false });
  expect(place.spanId).toMatch(/^[\da-f]{16}$/);
  expect(place.spanId).not.toBe(spanId);
  expect(placeBelow(undefined, () => true)).toMatchObject({ isSampled: true });
});

const caller = { traceId, spanId, isSampled: true };

test.each(["rojo=00f067aa0ba902b7", "congo=t61rcWkgMzE,rojo=1, ,a@b=x y ", `k=${"v".repeat(256)}`])(
  "the tracestate %j is passed on unchanged, also by spans below",
  (tracestate) => {
    const read = readTraceContext({ traceparent: `00-${traceId}-${spanId}-01`, tracestate });

    const headers = traceHeaders(placeBelow(read, () => false));

    expect(headers).toEqual({ traceparent: expect.stringContaining(`00-${traceId}-`), tracestate });
    expect(headers["traceparent"]).toMatch(/-01$/);
  },
);

test.each([
  "",
  "rojo",
  "Rojo=1",
  "=1",
  "rojo=1=2",
  "rojo=\u0001",
  "a=1;b=2,c",
  `k=${"v".repeat(257)}`,
  "k=v,".repeat(200),
])("the tracestate %j is dropped, and the trace continues", (tracestate) => {
  expect(readTraceContext({ traceparent: `00-${traceId}-${spanId}-01`, tracestate })).toEqual(caller);
});

test("the headers of an unsampled span say so", () => {
  expect(traceHeaders({ ...caller, isSampled: false })).toEqual({ traceparent: `00-${traceId}-${spanId}-00` });
});

test.each([
  ["its own traces", undefined],
  ["traces of callers if it does not follow them", { ...caller, isSampled: false }],
])("a tracer records a fraction of %s, and all spans of a trace or none", (_which, parent) => {
  const kept: string[] = [];
  const tracer = new Tracer({ ratio: 0.25, followsCaller: false, keep: (span) => kept.push(span.traceId) });

  for (let count = 0; count < 1_000; count += 1) {
    const drawn = parent === undefined ? undefined : { ...parent, traceId: placeBelow(undefined, () => true).traceId };
    const span = tracer.openForCaller({ name: "GET", kind: "server" }, drawn);
    tracer.within(span.place, () => tracer.open({ name: "select", kind: "client" }).end());
    span.end();
  }

  // Ten standard deviations.
  expect(kept.length / 2).toBeGreaterThan(113);
  expect(kept.length / 2).toBeLessThan(387);
  expect(new Set(kept).size).toBe(kept.length / 2);
});

test("two tracers with the same fraction record the same traces", () => {
  const options = { ratio: 0.5, followsCaller: false, keep: () => {} };
  const [one, other] = [new Tracer(options), new Tracer(options)];
  const places = Array.from({ length: 100 }, () => placeBelow(undefined, () => false));

  const [first, second] = [one, other].map((tracer) =>
    places.map((place) => tracer.openForCaller({ name: "GET", kind: "server" }, place).place.isSampled),
  );

  expect(first).toEqual(second);
  expect(new Set(first)).toEqual(new Set([true, false]));
});
