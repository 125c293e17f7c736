import fc from "fast-check";

/** A cron expression and its meaning, computed independently of the product's parser. */
export interface RandomSchedule {
  readonly text: string;
  readonly isRepeating: boolean;
  /** Whether the expression matches a calendar time, given as if it were UTC. */
  readonly names: (time: Date) => boolean;
}

interface Field {
  readonly text: string;
  readonly values: ReadonlySet<number>;
}

/** Hours are often those at which clocks change, and days are rarely restricted, so that something is due soon. */
export function randomSchedule(): fc.Arbitrary<RandomSchedule> {
  const hour = fc.oneof(randomField(0, 23), randomList(0, 3), fc.constantFrom(list([23]), list([0, 23])));
  return fc
    .tuple(randomField(0, 59), hour, seldomRestricted(1, 31), seldomRestricted(1, 12), seldomRestricted(0, 6))
    .map(([minute, hours, dayOfMonth, month, dayOfWeek]) => build([minute, hours, dayOfMonth, month, dayOfWeek]))
    .filter(happensInLeapYear);
}

function build(fields: readonly [Field, Field, Field, Field, Field]): RandomSchedule {
  const [minute, hour, dayOfMonth, month, dayOfWeek] = fields;
  const isEitherEnough = !dayOfMonth.text.includes("*") && !dayOfWeek.text.includes("*");
  return {
    text: fields.map(({ text }) => text).join(" "),
    isRepeating: hour.text.includes("*") || hour.text.includes("/") || hour.values.size === 24,
    names(time) {
      const days = [dayOfMonth.values.has(time.getUTCDate()), dayOfWeek.values.has(time.getUTCDay())];
      return (
        minute.values.has(time.getUTCMinutes()) &&
        hour.values.has(time.getUTCHours()) &&
        month.values.has(time.getUTCMonth() + 1) &&
        (isEitherEnough ? days.includes(true) : !days.includes(false))
      );
    },
  };
}

/** Excludes schedules that never occur, and a few that occur only in other leap years. */
function happensInLeapYear({ text, names }: RandomSchedule): boolean {
  const [minute = "", hour = ""] = text.split(" ").map((field) => /\d+/.exec(field)?.[0] ?? "0");
  return fill(0, 365).some((day) => names(new Date(Date.UTC(2024, 0, 1 + day, Number(hour), Number(minute)))));
}

function seldomRestricted(min: number, max: number): fc.Arbitrary<Field> {
  const star: Field = { text: "*", values: new Set(fill(min, max)) };
  return fc.oneof({ weight: 3, arbitrary: fc.constant(star) }, { weight: 1, arbitrary: randomField(min, max) });
}

function randomField(min: number, max: number): fc.Arbitrary<Field> {
  const star = fc.constant<Field>({ text: "*", values: new Set(fill(min, max)) });
  const steps = fc
    .integer({ min: 1, max: max - min })
    .map((step): Field => ({ text: `*/${step}`, values: new Set(fill(min, max, step)) }));
  const openSteps = fc
    .tuple(fc.integer({ min, max }), fc.integer({ min: 1, max: max - min }))
    .map(([from, step]): Field => ({ text: `${from}/${step}`, values: new Set(fill(from, max, step)) }));
  const ranges = fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
    .map((ends): readonly [number, number] => [Math.min(...ends), Math.max(...ends)])
    .map(([from, to]): Field => ({ text: `${from}-${to}`, values: new Set(fill(from, to)) }));
  return fc.oneof(star, steps, openSteps, ranges, randomList(min, max));
}

function randomList(min: number, max: number): fc.Arbitrary<Field> {
  return fc.array(fc.integer({ min, max }), { minLength: 1, maxLength: 4 }).map(list);
}

function list(values: readonly number[]): Field {
  return { text: values.join(","), values: new Set(values) };
}

function fill(from: number, to: number, step = 1): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}
