import { CronError } from "./cron-error.ts";
import type { CronSchedule } from "./cron-schedule.ts";
import { cronFields, parseCronField } from "./parse-cron-field.ts";

/** More than every value of every field written out, and short enough to be quoted in a response. */
const lengthMax = 1000;

/** Parses five fields: minute, hour, day of month, month, day of week. Throws a CronError for anything else. */
export function parseCron(text: string): CronSchedule {
  const [minute, hour, dayOfMonth, month, dayOfWeek] = splitFields(text);
  const hours = parseCronField(cronFields.hour, hour);
  const schedule: CronSchedule = {
    minutes: parseCronField(cronFields.minute, minute),
    hours,
    daysOfMonth: parseCronField(cronFields.dayOfMonth, dayOfMonth),
    months: parseCronField(cronFields.month, month),
    daysOfWeek: parseCronField(cronFields.dayOfWeek, dayOfWeek),
    // crontab(5): either is enough "if both fields are restricted (i.e., do not contain the "*" character)".
    dayRule: dayOfMonth.includes("*") || dayOfWeek.includes("*") ? "both" : "either",
    hourRule: /[*/]/.test(hour) || hours.length === 24 ? "repeating" : "fixed",
  };
  if (!everHappens(schedule)) {
    throw new CronError(
      `The day of month "${dayOfMonth}" never occurs in the month "${month}"; use a day that the month has.`,
      "day of month",
    );
  }
  return schedule;
}

type FiveTexts = readonly [string, string, string, string, string];

function splitFields(text: string): FiveTexts {
  if (text.length > lengthMax) {
    throw new CronError(`The expression is longer than ${lengthMax} characters; use ranges and steps.`);
  }
  const texts = text.split(/[ \t]+/).filter((part) => part !== "");
  if (texts[0]?.startsWith("@")) {
    throw nicknameError(texts[0]);
  }
  if (!isFive(texts)) {
    throw countError(texts.length);
  }
  return texts;
}

function isFive(texts: readonly string[]): texts is FiveTexts {
  return texts.length === 5;
}

const nicknames: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

const order = "minute, hour, day of month, month, day of week";

function nicknameError(nickname: string): CronError {
  const expression = nicknames.get(nickname.toLowerCase());
  return new CronError(
    expression === undefined
      ? `"${nickname}" is not supported; write five fields: ${order}.`
      : `"${nickname}" is not supported; write its five fields: ${expression}`,
  );
}

function countError(count: number): CronError {
  const found = `The expression has ${count} ${count === 1 ? "field" : "fields"}`;
  return new CronError(
    count === 6
      ? `${found}. Seconds are not supported: remove their field, so that five remain: ${order}.`
      : `${found}; write five: ${order}.`,
  );
}

/** In a leap year, since February 29 occurs. */
const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Every weekday occurs in every month, and eventually on every date, so only dates can be impossible. */
function everHappens({ dayRule, daysOfMonth, months }: CronSchedule): boolean {
  const firstDay = Math.min(...daysOfMonth);
  return dayRule === "either" || months.some((month) => firstDay <= (daysInMonth[month - 1] ?? 0));
}
