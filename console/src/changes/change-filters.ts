import { dayMs, hourMs, minuteMs, timeBefore } from "../ui/durations.ts";
import { readChoice, readText } from "../ui/read-search.ts";

export const changeActions = ["create", "update", "delete"] as const;
export const changeSources = ["api", "console", "loader", "workflow", "cli", "mcp"] as const;

export type ChangeAction = (typeof changeActions)[number];
export type ChangeSource = (typeof changeSources)[number];

/** The filters, as they are in the address. */
export interface ChangeFilters {
  /** A kind such as item, or a type path such as item:product with its subtypes. */
  readonly entityType?: string | undefined;
  readonly entityReference?: string | undefined;
  readonly action?: ChangeAction | undefined;
  /** The slug of a property that was changed. */
  readonly changed?: string | undefined;
  readonly createdById?: string | undefined;
  readonly source?: ChangeSource | undefined;
  readonly changeSetId?: string | undefined;
  readonly range?: QuickRange | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly live?: true | undefined;
}

export function readChangeFilters(search: Record<string, unknown>): ChangeFilters {
  return {
    entityType: readText(search["entityType"]),
    entityReference: readText(search["entityReference"]),
    action: readChoice(search["action"], changeActions),
    changed: readText(search["changed"]),
    createdById: readText(search["createdById"]),
    source: readChoice(search["source"], changeSources),
    changeSetId: readText(search["changeSetId"]),
    range: readChoice(search["range"], quickRanges),
    from: readText(search["from"]),
    to: readText(search["to"]),
    live: search["live"] === true ? true : undefined,
  };
}

/** The criteria of a search. The source is not among them: the service cannot filter by it, so the page does. */
export function criteriaOf(filters: ChangeFilters, nowMs: number): Record<string, string> {
  const { from, to } = timesOf(filters, nowMs);
  const hasTimes = from !== undefined || to !== undefined;
  return {
    ...criteriaWithoutTimes(filters),
    ...(hasTimes ? { createdOn: `BETWEEN ${from ?? beginning} and ${to ?? endOfTime}` } : {}),
  };
}

const beginning = "1970-01-01T00:00:00.000Z";
const endOfTime = "9999-12-31T23:59:59.999Z";

/** For live mode, whose changes are always within the times. */
export function criteriaWithoutTimes(filters: ChangeFilters): Record<string, string> {
  const { entityType, entityReference, action, changed, createdById, changeSetId } = filters;
  const given = {
    ...(entityType?.includes(":") === true ? { typePath: entityType } : { entityType }),
    ...{ entityReference, action, changed, createdById, changeSetId },
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** The number of active filters, shown while they are collapsed. */
export function countFilters({ live: _, from, to, ...filters }: ChangeFilters): number {
  const isExact = from !== undefined || to !== undefined;
  return Object.values(filters).filter((value) => value !== undefined).length + (isExact ? 1 : 0);
}

export const quickRanges = ["1h", "24h", "7d", "30d"] as const;
export type QuickRange = (typeof quickRanges)[number];

export const formatRange: Readonly<Record<QuickRange, string>> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

const rangeMs: Readonly<Record<QuickRange, number>> = {
  "1h": hourMs,
  "24h": dayMs,
  "7d": 7 * dayMs,
  "30d": 30 * dayMs,
};

interface GivenTimes {
  readonly range?: QuickRange | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Times {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The start and end of a search. Exact times override a quick range; invalid times are ignored. */
export function timesOf({ range, from, to }: GivenTimes, nowMs: number): Times {
  const exact = { from: readTime(from), to: readTime(to) };
  if (exact.from !== undefined || exact.to !== undefined || range === undefined) return exact;
  return { from: timeBefore(rangeMs[range], nowMs), to: undefined };
}

function readTime(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** The times of the chart above the list, which needs a start. Default: the last 30 days. */
export function chartTimesOf(given: GivenTimes, nowMs: number): { readonly from: string; readonly to?: string } {
  const { from, to } = timesOf(given, nowMs);
  const end = to === undefined ? nowMs : Date.parse(to);
  const start = from ?? timeBefore(rangeMs["30d"], end);
  // The range of a chart must not be empty.
  const begins = Date.parse(start) < end ? start : timeBefore(hourMs, end);
  return { from: begins, ...(to === undefined ? {} : { to }) };
}

/** A local time for a browser field: 2026-03-01T08:30. */
export function toLocalField(time: string | undefined): string {
  const at = new Date(time ?? "");
  if (Number.isNaN(at.getTime())) return "";
  const local = new Date(at.getTime() - at.getTimezoneOffset() * minuteMs);
  return local.toISOString().slice(0, 16);
}

export function fromLocalField(text: string): string | undefined {
  const at = new Date(text);
  return text === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
