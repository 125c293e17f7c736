import type { Statistics } from "@weft/client";
import type { ChartSeries } from "../ui/chart/arrange-series.ts";
import { seriesColors } from "../ui/chart/chart-colors.ts";

/** Calls by credential, as many as colors distinguish, and all others combined; and rate-limited calls. */
interface RateSeries {
  readonly calls: readonly ChartSeries[];
  readonly refused: readonly ChartSeries[];
}

const namedMax = seriesColors.length - 1;

/** The service returns the busiest first. */
export function rateSeries({ series }: Pick<Statistics, "series">): RateSeries {
  const all = series.filter(({ key }) => key.startsWith("calls:"));
  const busy = byLabel(all.filter(({ points }) => points.some(({ value }) => (value ?? 0) > 0)));
  const named = busy
    .slice(0, namedMax)
    .flatMap((alike, place) => sumOf(alike[0]?.label ?? "", seriesColors[place] ?? "gray", alike));
  const refused = series.filter(({ key }) => key.startsWith("refused:"));
  return {
    calls: [...named, ...sumOf("All others", "gray", busy.slice(namedMax).flat())],
    refused: sumOf("Rate limited", "red", refused),
  };
}

/** A user who signs in often has one credential for each sign-in, all with the same name. */
function byLabel(series: Statistics["series"]): readonly Statistics["series"][] {
  const groups = new Map<string, Statistics["series"]>();
  for (const one of series) groups.set(one.label, [...(groups.get(one.label) ?? []), one]);
  return [...groups.values()];
}

function sumOf(name: string, color: string, series: Statistics["series"]): readonly ChartSeries[] {
  const [first] = series;
  if (first === undefined) return [];
  const points = first.points.map(({ at }, place) => ({
    time: at,
    value: series.reduce((sum, { points: own }) => sum + (own[place]?.value ?? 0), 0),
  }));
  return [{ name, color, points }];
}
