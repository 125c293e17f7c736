import { usageError } from "../../frame/cli-error.ts";

const dayMs = 86_400_000;

/** A number of days from now, or a date, as a time in UTC. */
export function readEnd(text: string, now: Date): string {
  const days = /^(\d{1,5})d?$/.exec(text)?.[1];
  const end = days === undefined ? readDate(text) : new Date(now.getTime() + Number(days) * dayMs);
  if (end === undefined) throw usageError(`${text} is neither a date such as 2027-01-31 nor a number of days.`);
  if (end <= now) throw usageError(`${text} is not in the future.`);
  return end.toISOString();
}

function readDate(text: string): Date | undefined {
  const date = /^\d{4}-\d\d-\d\d(?:T\S+)?$/.test(text) ? new Date(text) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}
