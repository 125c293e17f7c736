import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Statistics, StatisticsSeries } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import type { ChartSeries } from "../ui/chart/arrange-series.ts";
import { seriesColors } from "../ui/chart/chart-colors.ts";
import { kindWord } from "./change-labels.ts";

export type StatisticsId =
  | "get-statistics-changes"
  | "get-statistics-loads"
  | "get-statistics-processes"
  | "get-statistics-webhooks"
  | "get-statistics-consumers"
  | "get-statistics-rate";

export interface StatisticsQuery {
  readonly from: string;
  readonly to?: string;
  readonly by: Statistics["by"];
}

const againMs = 30_000;

/** Numbers over time; days start in the user's time zone. */
export function useStatistics(id: StatisticsId, query: StatisticsQuery): UseQueryResult<Statistics> {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.statistics.of(id, query),
    queryFn: ({ signal }) => weft.call(id, { query: { ...query, timeZone } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

export interface KeyedSeries extends ChartSeries {
  readonly key: string;
}

const shownMax = 7;

/** Changes by kind, largest first; the rest are combined. */
export function changeSeries({ series }: Statistics): KeyedSeries[] {
  return foldSeries(series.map((one) => ({ ...one, label: kindWord(one.key) })));
}

/** Series by meaning: succeeded, failed, canceled. */
export function outcomeSeries({ series }: Statistics, colors: Readonly<Record<string, string>>): KeyedSeries[] {
  return Object.entries(colors).flatMap(([key, color]) => {
    const found = series.find((one) => one.key === key);
    return found === undefined ? [] : [toChart(found, color)];
  });
}

/** Calls by credential, and all rate-limited calls as one series. */
export function rateSeries({ series }: Statistics): KeyedSeries[] {
  const refused = series.filter(({ key }) => key.startsWith("refused:"));
  const answered = series
    .filter(({ key }) => key.startsWith("calls:"))
    .map((calls) => {
      const own = refused.find(({ key }) => key.slice("refused:".length) === calls.key.slice("calls:".length));
      // Calls include the rate-limited ones.
      return { ...calls, points: calls.points.map((point, index) => lessen(point, own?.points[index]?.value ?? 0)) };
    });
  const total = sumSeries(refused, "refused", "Rate limited");
  const hasRefused = total.points.some(({ value }) => (value ?? 0) > 0);
  return [...foldSeries(sumByLabel(answered)), ...(hasRefused ? [toChart(total, "red")] : [])];
}

/** Each sign-in is a separate credential; the chart shows users. */
function sumByLabel(series: readonly StatisticsSeries[]): StatisticsSeries[] {
  const labels = [...new Set(series.map(({ label }) => label))];
  return labels.map((label) => {
    const alike = series.filter((one) => one.label === label);
    return sumSeries(alike, alike[0]?.key ?? label, label);
  });
}

function lessen<Point extends { readonly value: number | null }>(point: Point, by: number): Point {
  return { ...point, value: (point.value ?? 0) - by };
}

function foldSeries(series: readonly StatisticsSeries[]): KeyedSeries[] {
  const sorted = [...series].sort((a, b) => totalOf(b) - totalOf(a));
  const shown = sorted.length > shownMax ? sorted.slice(0, shownMax - 1) : sorted;
  const rest = sorted.slice(shown.length);
  const charted = shown.map((one, index) => toChart(one, seriesColors[index] ?? "gray"));
  return rest.length === 0
    ? charted
    : [...charted, toChart(sumSeries(rest, "others", `${rest.length} others`), "gray")];
}

function totalOf({ points }: { readonly points: readonly { readonly value: number | null }[] }): number {
  return points.reduce((sum, { value }) => sum + (value ?? 0), 0);
}

function sumSeries(series: readonly StatisticsSeries[], key: string, label: string): StatisticsSeries {
  const points = (series[0]?.points ?? []).map(({ at }, index) => ({
    at,
    value: series.reduce((sum, one) => sum + (one.points[index]?.value ?? 0), 0),
  }));
  return { key, label, unit: series[0]?.unit ?? "", points };
}

function toChart({ key, label, points }: StatisticsSeries, color: string): KeyedSeries {
  return { key, name: label, color, points: points.map(({ at, value }) => ({ time: at, value })) };
}
