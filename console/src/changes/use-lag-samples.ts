import type { ChangeConsumer } from "@weft/client";
import { useEffect, useState } from "react";
import type { ChartSeries } from "../ui/chart/arrange-series.ts";
import { seriesColors } from "../ui/chart/chart-colors.ts";

interface Sample {
  readonly time: string;
  readonly lags: ReadonlyMap<string, number>;
}

const samplesMax = 360;

/** Lags as measured while the page is open: the service knows only the current ones. */
export function useLagSamples(consumers: readonly ChangeConsumer[], readAtMs: number): readonly ChartSeries[] {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each reading is one sample.
  useEffect(() => {
    if (readAtMs === 0) return;
    const sample = {
      time: new Date(readAtMs).toISOString(),
      lags: new Map(consumers.map(({ name, lag }) => [name, lag])),
    };
    setSamples((before) => [...before.filter(({ time }) => time !== sample.time), sample].slice(-samplesMax));
  }, [readAtMs]);
  return consumers.map(({ name }, index) => ({
    name,
    color: seriesColors[index % seriesColors.length] ?? "gray",
    points: samples.map(({ time, lags }) => ({ time, value: lags.get(name) ?? null })),
  }));
}
