import { describe, expect, test } from "vitest";
import { CronError, type CronFieldName, type CronSchedule, parseCron } from "./parse-cron.ts";

function count(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const always: CronSchedule = {
  minutes: count(0, 59),
  hours: count(0, 23),
  daysOfMonth: count(1, 31),
  months: count(1, 12),
  daysOfWeek: count(0, 6),
  dayRule: "both",
  hourRule: "repeating",
};

/** The error that is thrown; any other exception fails the test. */
function errorOf(text: string): CronError | undefined {
  try {
    parseCron(text);
    return undefined;
  } catch (error) {
    if (error instanceof CronError) return error;
    throw error;
  }
}

describe("parseCron parses", () => {
  test.each<[string, Partial<CronSchedule>]>([
    ["* * * * *", {}],
    ["  0\t9  * * *  ", { minutes: [0], hours: [9], hourRule: "fixed" }],
    ["05 09 * * *", { minutes: [5], hours: [9], hourRule: "fixed" }],
    ["*/15 * * * *", { minutes: [0, 15, 30, 45] }],
    ["10-40/10 * * * *", { minutes: [10, 20, 30, 40] }],
    ["5/10 * * * *", { minutes: [5, 15, 25, 35, 45, 55] }],
    ["0-5,58,3,4-6 * * * *", { minutes: [0, 1, 2, 3, 4, 5, 6, 58] }],
    ["*/59 * * * *", { minutes: [0, 59] }],
    ["7-7 * * * *", { minutes: [7] }],
    ["10-40/45 * * * *", { minutes: [10] }],
    ["* * * JAN,dec,Mar-May *", { months: [1, 3, 4, 5, 12] }],
    ["* * * feb-10/4 *", { months: [2, 6, 10] }],
    ["* * * * mon", { daysOfWeek: [1] }],
    ["* * * * MON-Fri", { daysOfWeek: [1, 2, 3, 4, 5] }],
    ["* * * * 7", { daysOfWeek: [0] }],
    ["* * * * 0,7,sun", { daysOfWeek: [0] }],
    ["* * * * 5-7", { daysOfWeek: [0, 5, 6] }],
    ["* * * * fri-sun", { daysOfWeek: [0, 5, 6] }],
    ["* * * * sun-tue", { daysOfWeek: [0, 1, 2] }],
    ["* * * * 0-7", {}],
    ["* * * * 1-7/2", { daysOfWeek: [0, 1, 3, 5] }],
    ["* * * * 7/3", { daysOfWeek: [0, 3, 6] }],
    ["* * * * 4/2", { daysOfWeek: [4, 6] }],
  ])("%j", (text, expected) => {
    expect(parseCron(text)).toEqual({ ...always, ...expected });
  });

  test.each<[string, CronSchedule["dayRule"]]>([
    ["0 0 13 * 5", "either"],
    ["0 0 1-31 * 0-6", "either"],
    ["0 0 13 * *", "both"],
    ["0 0 * * 5", "both"],
    ["0 0 */2 * 5", "both"],
    ["0 0 13 * */2", "both"],
    ["0 0 5/2 * 5", "either"],
  ])("%j, where the rule for days is %j", (text, rule) => {
    expect(parseCron(text).dayRule).toBe(rule);
  });

  test.each<[string, CronSchedule["hourRule"]]>([
    ["0 2 * * *", "fixed"],
    ["* 2 * * *", "fixed"],
    ["0 1-4 * * *", "fixed"],
    ["0 2,14 * * *", "fixed"],
    ["0 * * * *", "repeating"],
    ["0 */2 * * *", "repeating"],
    ["0 1/2 * * *", "repeating"],
    ["0 0-6/2,12 * * *", "repeating"],
    ["0 0-23 * * *", "repeating"],
  ])("%j, whose hours are %j", (text, rule) => {
    expect(parseCron(text).hourRule).toBe(rule);
  });

  test.each([
    "0 0 29 2 *",
    "0 0 31 2,3 *",
    "0 0 30,1 2 *",
    "0 0 31 */2 *",
    // The weekday suffices, so it occurs.
    "0 0 31 2 1",
    [count(0, 59), count(0, 23), count(1, 31), count(1, 12), count(0, 7)].map((values) => values.join(",")).join(" "),
  ])("%j, which occurs", (text) => {
    expect(errorOf(text)).toBeUndefined();
  });
});

describe("parseCron rejects", () => {
  const five = "minute, hour, day of month, month, day of week";
  const forms = "write *, a number, a list 1,3, a range 1-5 or a step */2 or 1-5/2";

  test.each<[string, CronFieldName | undefined, string]>([
    ["", undefined, `The expression has 0 fields; write five: ${five}.`],
    ["   ", undefined, `The expression has 0 fields; write five: ${five}.`],
    ["*", undefined, `The expression has 1 field; write five: ${five}.`],
    ["0 9 * *", undefined, `The expression has 4 fields; write five: ${five}.`],
    ["0 0 9 * * * 2030", undefined, `The expression has 7 fields; write five: ${five}.`],
    [
      "0 0 9 * * *",
      undefined,
      `The expression has 6 fields. Seconds are not supported: remove their field, so that five remain: ${five}.`,
    ],
    ["@daily", undefined, '"@daily" is not supported; write its five fields: 0 0 * * *'],
    ["@Midnight", undefined, '"@Midnight" is not supported; write its five fields: 0 0 * * *'],
    ["@hourly", undefined, '"@hourly" is not supported; write its five fields: 0 * * * *'],
    ["@weekly", undefined, '"@weekly" is not supported; write its five fields: 0 0 * * 0'],
    ["@monthly", undefined, '"@monthly" is not supported; write its five fields: 0 0 1 * *'],
    [" @yearly ", undefined, '"@yearly" is not supported; write its five fields: 0 0 1 1 *'],
    ["@annually", undefined, '"@annually" is not supported; write its five fields: 0 0 1 1 *'],
    ["@reboot", undefined, `"@reboot" is not supported; write five fields: ${five}.`],
    ["@every 5m", undefined, `"@every" is not supported; write five fields: ${five}.`],
    ["0 0 ? * 1", "day of month", 'The day of month "?" is not supported; write *.'],
    ["0 0 1 * ?", "day of week", 'The day of week "?" is not supported; write *.'],
    ["60 * * * *", "minute", 'The minute "60" has "60"; expected 0 to 59.'],
    ["1,75 * * * *", "minute", 'The minute "1,75" has "75"; expected 0 to 59.'],
    ["0 24 * * *", "hour", 'The hour "24" has "24"; expected 0 to 23.'],
    ["0 9am * * *", "hour", 'The hour "9am" has "9am"; expected 0 to 23.'],
    ["0 1e1 * * *", "hour", 'The hour "1e1" has "1e1"; expected 0 to 23.'],
    ["0 0x1 * * *", "hour", 'The hour "0x1" has "0x1"; expected 0 to 23.'],
    ["0 009 * * *", "hour", 'The hour "009" has "009"; expected 0 to 23.'],
    ["0 0 0 * *", "day of month", 'The day of month "0" has "0"; expected 1 to 31.'],
    ["0 0 L * *", "day of month", 'The day of month "L" has "L"; expected 1 to 31.'],
    ["0 0 * 13 *", "month", 'The month "13" has "13"; expected 1 to 12 or JAN to DEC.'],
    ["0 0 * 0 *", "month", 'The month "0" has "0"; expected 1 to 12 or JAN to DEC.'],
    ["0 0 * mon *", "month", 'The month "mon" has "mon"; expected 1 to 12 or JAN to DEC.'],
    ["0 0 * * 8", "day of week", 'The day of week "8" has "8"; expected 0 to 7 or SUN to SAT.'],
    ["0 0 * * monday", "day of week", 'The day of week "monday" has "monday"; expected 0 to 7 or SUN to SAT.'],
    ["0 0 * * 5#2", "day of week", `The day of week "5#2" is invalid; ${forms}.`],
    ["-1 * * * *", "minute", `The minute "-1" is invalid; ${forms}.`],
    ["1.5 * * * *", "minute", `The minute "1.5" is invalid; ${forms}.`],
    ["1,,2 * * * *", "minute", `The minute "1,,2" is invalid; ${forms}.`],
    ["1, * * * *", "minute", `The minute "1," is invalid; ${forms}.`],
    ["*/ * * * *", "minute", `The minute "*/" is invalid; ${forms}.`],
    ["*-5 * * * *", "minute", `The minute "*-5" is invalid; ${forms}.`],
    ["1-2-3 * * * *", "minute", `The minute "1-2-3" is invalid; ${forms}.`],
    ["*/5/5 * * * *", "minute", `The minute "*/5/5" is invalid; ${forms}.`],
    ["0\n9 * * * *", "minute", `The minute "0\n9" is invalid; ${forms}.`],
    ["0 22-6 * * *", "hour", 'The hour "22-6" has a range in reverse order; write two ranges, such as 22-23,0-6.'],
    [
      "0 0 * * fri-tue",
      "day of week",
      'The day of week "fri-tue" has a range in reverse order; write two ranges, such as 5-6,0-2.',
    ],
    ["*/0 * * * *", "minute", 'The minute "*/0" has the step 0; expected 1 to 59.'],
    ["*/90 * * * *", "minute", 'The minute "*/90" has the step 90; expected 1 to 59.'],
    ["0 */24 * * *", "hour", 'The hour "*/24" has the step 24; expected 1 to 23.'],
    [
      "0 0 31 2 *",
      "day of month",
      'The day of month "31" never occurs in the month "2"; use a day that the month has.',
    ],
    [
      "0 0 31 apr,6,9,11 *",
      "day of month",
      'The day of month "31" never occurs in the month "apr,6,9,11"; use a day that the month has.',
    ],
    [
      "0 0 30,31 2 */2",
      "day of month",
      'The day of month "30,31" never occurs in the month "2"; use a day that the month has.',
    ],
    ["1".repeat(1001), undefined, "The expression is longer than 1000 characters; use ranges and steps."],
  ])("%j", (text, field, message) => {
    const error = errorOf(text);

    expect(error?.message).toBe(message);
    expect(error?.field).toBe(field);
  });
});
