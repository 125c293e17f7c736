import { calendarText, clockText, dateText } from "../values/dates.ts";
import { guarded } from "./guarded.ts";
import type { Methods } from "./method.ts";

/** JavaScript's local time is UTC here: a row must mean the same on every machine. */
export const dateMethods: Methods<Date> = {
  getDate: (date) => date.getUTCDate(),
  getDay: (date) => date.getUTCDay(),
  getFullYear: (date) => date.getUTCFullYear(),
  getHours: (date) => date.getUTCHours(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
  getMinutes: (date) => date.getUTCMinutes(),
  getMonth: (date) => date.getUTCMonth(),
  getSeconds: (date) => date.getUTCSeconds(),
  getTime: (date) => date.getTime(),
  getTimezoneOffset: (date) => (Number.isNaN(date.getTime()) ? Number.NaN : 0),
  getUTCDate: (date) => date.getUTCDate(),
  getUTCDay: (date) => date.getUTCDay(),
  getUTCFullYear: (date) => date.getUTCFullYear(),
  getUTCHours: (date) => date.getUTCHours(),
  getUTCMilliseconds: (date) => date.getUTCMilliseconds(),
  getUTCMinutes: (date) => date.getUTCMinutes(),
  getUTCMonth: (date) => date.getUTCMonth(),
  getUTCSeconds: (date) => date.getUTCSeconds(),
  toDateString: (date) => calendarText(date),
  toISOString: (date) => guarded("check the text of the date", () => date.toISOString()),
  toJSON: (date) => date.toJSON(),
  toString: (date: Date) => dateText(date),
  toTimeString: (date) => clockText(date),
  toUTCString: (date) => date.toUTCString(),
  valueOf: (date: Date) => date.getTime(),
};
