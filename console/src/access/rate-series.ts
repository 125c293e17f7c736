import type { Statistics } from "@weft/client";
import type { ChartSeries } from "../ui/chart/arrange-series.ts";
import { seriesColors } from "../ui/chart/chart-colors.ts";

/** Who calls, as far as colors tell them apart, and all others together; and what was refused. */
interface RateSeries {
  readonly calls: readonly ChartSeries[];
  readonly refused: readonly ChartSeries[];
}

const namedMax = seriesColors.length - 1;

/** The service names the busiest first. */
export function rateSeries({ series }: Pick<Statistics, "series">): RateSeries {
  const all = series.filter(({ key }) => key.startsWith("calls:"));
  const busy = byLabel(all.filter(({ points }) => points.some(({ value }) => (value ?? 0) > 0)));
  const named = busy
    .slice(0, namedMax)
    .flatMap((alike, place) => sumOf(alike[0]?.label ?? "", seriesColors[place] ?? "gray", alike));
  const refused = series.filter(({ key }) => key.startsWith("refused:"));
  return {
    calls: [...named, ...sumOf("All others", "gray", busy.slice(namedMax).flat())],
    refused: sumOf("Refused", "red", refused),
  };
}

/** Somebody who signs in often has a credential for each time, all of one name. */
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
