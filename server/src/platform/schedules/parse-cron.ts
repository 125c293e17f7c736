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

export type CronFieldName = "minute" | "hour" | "day of month" | "month" | "day of week";

/** Why a text is not a cron expression, and what to write. Callers convert it to their own problem. */
export class CronError extends Error {
  /** Undefined if the error is not in one field. */
  readonly field: CronFieldName | undefined;

  constructor(message: string, field?: CronFieldName) {
    super(message);
    this.name = "CronError";
    this.field = field;
  }
}

/** The wall clock times of a cron expression. Every list is ascending and not empty. */
export interface CronSchedule {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: readonly number[];
  /** 1 is January. */
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly daysOfWeek: readonly number[];
  /** Whether a day must be in both lists of days, or in either of them. */
  readonly dayRule: "both" | "either";
  /** The behavior when clocks change: see nextOccurrence. */
  readonly hourRule: "fixed" | "repeating";
}

interface CronField {
  readonly name: CronFieldName;
  readonly min: number;
  readonly max: number;
  /** Greater than max only for the day of week, where 7 is also Sunday. */
  readonly numberMax: number;
  /** The first means min. */
  readonly names: readonly string[];
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const weekdays = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const cronFields = {
  minute: { name: "minute", min: 0, max: 59, numberMax: 59, names: [] },
  hour: { name: "hour", min: 0, max: 23, numberMax: 23, names: [] },
  dayOfMonth: { name: "day of month", min: 1, max: 31, numberMax: 31, names: [] },
  month: { name: "month", min: 1, max: 12, numberMax: 12, names: months },
  dayOfWeek: { name: "day of week", min: 0, max: 6, numberMax: 7, names: weekdays },
} as const satisfies Readonly<Record<string, CronField>>;

/** The values of one field, ascending and distinct. */
function parseCronField(field: CronField, text: string): number[] {
  if (text === "?") {
    throw errorIn(field, text, "is not supported; write *");
  }
  const values = text.split(",").flatMap((part) => parsePart(field, text, part));
  return [...new Set(values)].sort((left, right) => left - right);
}

const partPattern = /^(?:\*|(?<from>[a-z\d]+)(?:-(?<to>[a-z\d]+))?)(?:\/(?<step>\d+))?$/i;

function parsePart(field: CronField, text: string, part: string): number[] {
  const groups = partPattern.exec(part)?.groups;
  if (groups === undefined) {
    throw errorIn(field, text, "is invalid; write *, a number, a list 1,3, a range 1-5 or a step */2 or 1-5/2");
  }
  const { from, to, step } = groups;
  const [first, last] = spanOf(field, text, { from, to, isOpen: step !== undefined });
  const stride = step === undefined ? 1 : strideOf(field, text, step);
  const count = Math.floor((last - first) / stride) + 1;
  return Array.from({ length: count }, (_, index) => wrap(field, first + index * stride));
}

interface Span {
  /** Undefined means *. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** A single value with a step, such as 5/10, continues to the end of its field. */
  readonly isOpen: boolean;
}

function spanOf(field: CronField, text: string, { from, to, isOpen }: Span): readonly [number, number] {
  if (from === undefined) {
    return [field.min, field.max];
  }
  const first = numberOf(field, text, from);
  if (to === undefined) {
    const only = wrap(field, first);
    return [only, isOpen ? field.max : only];
  }
  const end = numberOf(field, text, to);
  // A week may end on Sunday: FRI-SUN.
  const last = field.name === "day of week" && end === 0 && first > 0 ? 7 : end;
  if (first > last) {
    const split = `${first}-${field.max},${field.min}-${last}`;
    throw errorIn(field, text, `has a range in reverse order; write two ranges, such as ${split}`);
  }
  return [first, last];
}

/** Only Sunday, written as 7, is beyond the max of its field. */
function wrap(field: CronField, value: number): number {
  return value > field.max ? field.min : value;
}

function numberOf(field: CronField, text: string, word: string): number {
  const named = field.names.indexOf(word.toUpperCase());
  const value = named === -1 ? Number(word) : field.min + named;
  // Number("0x1f") and Number("1e1") are numbers too.
  const isWhole = named !== -1 || /^\d{1,2}$/.test(word);
  if (!isWhole || value < field.min || value > field.numberMax) {
    throw errorIn(field, text, `has "${word}"; expected ${describeValues(field)}`);
  }
  return value;
}

function describeValues({ min, numberMax, names }: CronField): string {
  const numbers = `${min} to ${numberMax}`;
  return names.length === 0 ? numbers : `${numbers} or ${names[0]} to ${names.at(-1)}`;
}

/** A longer step would match only the first value, which is rarely intended by "every 90 minutes". */
function strideOf(field: CronField, text: string, step: string): number {
  const strideMax = field.max - field.min;
  const stride = Number(step);
  if (stride < 1 || stride > strideMax) {
    throw errorIn(field, text, `has the step ${step}; expected 1 to ${strideMax}`);
  }
  return stride;
}

function errorIn({ name }: CronField, text: string, detail: string): CronError {
  return new CronError(`The ${name} "${text}" ${detail}.`, name);
}
