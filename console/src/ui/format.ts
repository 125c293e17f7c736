import { dayMs, hourMs, minuteMs } from "./durations.ts";
import { localFormat, localizeDate, localizeNumber } from "./local-format.ts";

const numberLocale = "en";
const timeLocale = "en-GB";

const compactNumbers = new Intl.NumberFormat(numberLocale, { notation: "compact", maximumFractionDigits: 1 });
const numbers = new Map<number, Intl.NumberFormat>();

/** 12,000. Rounded to three digits after the point, or to as many as given. */
export function formatNumber(value: number, fractionDigitsMax = 3): string {
  const format =
    numbers.get(fractionDigitsMax) ?? new Intl.NumberFormat(numberLocale, { maximumFractionDigits: fractionDigitsMax });
  numbers.set(fractionDigitsMax, format);
  return localizeNumber(format.format(value));
}

/** 12K. */
export function formatCompactNumber(value: number): string {
  return localizeNumber(compactNumbers.format(value));
}

const amounts = new Intl.NumberFormat(numberLocale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const monies = new Map<string, Intl.NumberFormat>();

/** €12.50; 12.50 where the currency is not known. The one way in which the console shows money. */
export function formatMoney(value: number, currency: string | undefined): string {
  if (currency === undefined) return localizeNumber(amounts.format(value));
  const format =
    monies.get(currency) ??
    new Intl.NumberFormat(numberLocale, { style: "currency", currency, maximumFractionDigits: 4 });
  monies.set(currency, format);
  return localizeNumber(format.format(value));
}

/** 1 row, 2 rows, 12,000 rows. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const byteUnits = ["B", "kB", "MB", "GB"] as const;

export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1_000 ** power;
  return `${power === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${byteUnits[power]}`;
}

const durationUnits = [
  ["d", dayMs],
  ["h", hourMs],
  ["min", minuteMs],
  ["s", 1_000],
] as const;

/** 340 ms, 4.2 s, 3 min 20 s, 2 d 4 h. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  const at = durationUnits.findIndex(([, size]) => ms >= size);
  const [unit, size] = durationUnits[at] ?? ["s", 1_000];
  const [smallerUnit, smallerSize] = durationUnits[at + 1] ?? [];
  const whole = Math.floor(ms / size);
  if (smallerUnit === undefined || smallerSize === undefined) return `${whole} ${unit}`;
  const rest = Math.floor((ms - whole * size) / smallerSize);
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${smallerUnit}`;
}

/** In one unit: 45 s, 10 min, 2.0 h. */
export function formatRoughDuration(seconds: number): string {
  if (seconds < 1) return "less than a second";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3_600).toFixed(1)} h`;
}

const timeUnits = [
  ["year", 365 * dayMs],
  ["month", 30 * dayMs],
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
  ["second", 1_000],
] as const;
const ages = new Intl.RelativeTimeFormat(numberLocale, { numeric: "auto" });

/** 3 days ago, in 2 hours. */
export function formatAge(time: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(time) - nowMs) / 1_000);
  const [unit, size] = timeUnits.find(([, length]) => Math.abs(seconds) * 1_000 >= length) ?? ["second", 1_000];
  return Math.abs(seconds) < 5 ? "just now" : ages.format(Math.round((seconds * 1_000) / size), unit);
}

const times = new Intl.DateTimeFormat(timeLocale, { dateStyle: "medium", timeStyle: "medium" });

/** The exact local time. */
export function formatTime(time: string): string {
  return times.format(new Date(time));
}

const timeStyles = {
  /** A date without a time belongs to no time zone. */
  date: { dateStyle: "medium", timeZone: "UTC" },
  dateTime: { dateStyle: "medium", timeStyle: "short" },
  clock: { timeStyle: "medium" },
  hour: { hour: "2-digit", minute: "2-digit" },
  dayOfMonth: { day: "numeric", month: "short" },
  month: { month: "short", year: "numeric" },
  weekdayTime: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  weekday: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

type TimeStyle = keyof typeof timeStyles;

const timeFormats = new Map<TimeStyle, Intl.DateTimeFormat>();

export function formatTimeAs(style: TimeStyle, time: Date | number): string {
  // The default shows the name of the month, which every reader understands.
  if (style === "date" && localFormat.dates !== "2026-12-31") {
    return localizeDate(new Date(time).toISOString().slice(0, 10));
  }
  const format = timeFormats.get(style) ?? new Intl.DateTimeFormat(timeLocale, timeStyles[style]);
  timeFormats.set(style, format);
  return format.format(time);
}

const collator = new Intl.Collator("en");

/** Computed once: a list of ten thousand names calls it a hundred thousand times. */
export function compareNames(one: string, other: string): number {
  return collator.compare(one, other);
}

const months = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** March 2026, of 2026-03. */
export function formatMonth(month: string): string {
  return months.format(new Date(`${month}-01T00:00:00Z`));
}
