/** 12,000: independent of the locale, so that output can be compared. */
export function formatNumber(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");
}

/** 1 row, 2 rows. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}

const byteUnits = ["bytes", "kB", "MB", "GB", "TB"];

export function formatBytes(bytes: number): string {
  if (bytes === 1) return "1 byte";
  let amount = bytes;
  let unit = 0;
  // A value that would be rounded up to 1000 belongs to the next unit.
  while (amount >= 999.5 && unit < byteUnits.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${byteUnits[unit]}`;
}

/** 0.4 s, 12 s, 3 min 5 s, 2 h 10 min, 4 d 3 h. */
export function formatDuration(seconds: number): string {
  if (seconds < 9.95) return `${Math.max(0, seconds).toFixed(1).replace(/\.0$/, "")} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return pair(whole, [60, "min"], [1, "s"]);
  if (whole < 86_400) return pair(whole, [3600, "h"], [60, "min"]);
  return pair(whole, [86_400, "d"], [3600, "h"]);
}

type Unit = readonly [seconds: number, name: string];

function pair(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)} ${largeName}${rest === 0 ? "" : ` ${rest} ${smallName}`}`;
}

/** Between two timestamps of the service. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
}
