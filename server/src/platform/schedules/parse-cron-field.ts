import { CronError, type CronFieldName } from "./cron-error.ts";

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

export const cronFields = {
  minute: { name: "minute", min: 0, max: 59, numberMax: 59, names: [] },
  hour: { name: "hour", min: 0, max: 23, numberMax: 23, names: [] },
  dayOfMonth: { name: "day of month", min: 1, max: 31, numberMax: 31, names: [] },
  month: { name: "month", min: 1, max: 12, numberMax: 12, names: months },
  dayOfWeek: { name: "day of week", min: 0, max: 6, numberMax: 7, names: weekdays },
} as const satisfies Readonly<Record<string, CronField>>;

/** The values of one field, ascending and distinct. */
export function parseCronField(field: CronField, text: string): number[] {
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
