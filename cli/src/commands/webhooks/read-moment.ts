import { usageError } from "../../frame/cli-error.ts";

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Parses a time: 2h ago, 2026-03-01, or a full timestamp. Returns it in the format of the service. */
export function readMoment(option: string, text: string, now: number): string {
  const [, count, unit = ""] = /^(\d{1,6})([smhdw])(?: ago)?$/.exec(text) ?? [];
  const seconds = unitSeconds[unit];
  if (count !== undefined && seconds !== undefined) {
    return new Date(now - Number(count) * seconds * 1000).toISOString();
  }
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw usageError(`${option} takes a time such as 2h, 3d, 2026-03-01 or 2026-03-01T09:30:00Z, not ${text}.`);
  }
  return new Date(time).toISOString();
}
