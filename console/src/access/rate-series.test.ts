import { expect, test } from "vitest";
import { rateSeries } from "./rate-series.ts";

const at = "2026-03-01T00:00:00.000Z";

function series(key: string, label: string, value: number) {
  return { key, label, unit: "calls", points: [{ at, value }] };
}

test("each credential with calls has its own series, and rate-limited calls are combined", () => {
  const { calls, refused } = rateSeries({
    series: [
      series("calls:1", "ERP", 5),
      series("refused:1", "ERP, rate limited", 2),
      series("calls:2", "Idle", 0),
      series("refused:2", "Idle, rate limited", 1),
    ],
  });

  expect(calls).toEqual([{ name: "ERP", color: "weft", points: [{ time: at, value: 5 }] }]);
  expect(refused).toEqual([{ name: "Rate limited", color: "red", points: [{ time: at, value: 3 }] }]);
});

test("more credentials than colors are combined", () => {
  const many = Array.from({ length: 10 }, (_, place) => series(`calls:${place}`, `Key ${place}`, 10 - place));

  const { calls } = rateSeries({ series: many });

  expect(calls.map(({ name }) => name)).toEqual([
    ...Array.from({ length: 7 }, (_, place) => `Key ${place}`),
    "All others",
  ]);
  expect(calls.at(-1)?.points).toEqual([{ time: at, value: 3 + 2 + 1 }]);
});

test("credentials of the same name are combined", () => {
  const { calls } = rateSeries({
    series: [series("calls:1", "Ada (sign-in)", 5), series("calls:2", "Ada (sign-in)", 2)],
  });

  expect(calls).toEqual([{ name: "Ada (sign-in)", color: "weft", points: [{ time: at, value: 7 }] }]);
});

test("without calls there are no series", () => {
  expect(rateSeries({ series: [] })).toEqual({ calls: [], refused: [] });
});
