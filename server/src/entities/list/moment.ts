import { isDate } from "../../entity-types/kinds/date.ts";
import { invalidField } from "../../errors.ts";
import type { Comparison, FieldTest } from "./criteria.ts";
import type { ListField } from "./list-field.ts";

/** The first and last millisecond of a value: equal for a time, a whole UTC day for a date. */
export interface Moment {
  readonly from: string;
  readonly to: string;
}

const zoned = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})$/i;
// PostgreSQL has no year 0, and after 9999 texts do not sort by time.
const first = "0001-01-01T00:00:00.000Z";
const last = "9999-12-31T23:59:59.999Z";

export function readMoment(field: ListField, value: unknown, pointer: string): Moment {
  const moment = typeof value === "string" ? momentOf(value) : undefined;
  if (moment === undefined || moment.from < first || moment.to > last) {
    const forms = "a date such as '2026-12-31' (the whole day in UTC) or a time such as '2026-12-31T12:00:00Z'";
    throw invalidField(pointer, `Compare ${field.name} with ${forms}.`);
  }
  return moment;
}

function momentOf(text: string): Moment | undefined {
  if (isDate(text)) {
    return { from: `${text}T00:00:00.000Z`, to: `${text}T23:59:59.999Z` };
  }
  const [, date = "", time = "", zone = ""] = zoned.exec(text) ?? [];
  const milliseconds = isDate(date) ? Date.parse(`${date}T${time}${zone.toUpperCase()}`) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    return undefined;
  }
  const instant = new Date(milliseconds).toISOString();
  // A year with more than four digits is written with a sign, which sorts before all digits and therefore before the
  // first time.
  return { from: instant, to: instant };
}

/** The test for a value within the range. */
export function momentTest(field: ListField, moment: Moment): FieldTest {
  return moment.from === moment.to && field.place === "properties"
    ? { test: "includes", values: [moment.from] }
    : { test: "all", of: [momentComparison(field, "gte", moment), momentComparison(field, "lte", moment)] };
}

/** After a day means after its last millisecond; from a day on means from its first. */
export function momentComparison(field: ListField, comparison: Comparison, { from, to }: Moment): FieldTest {
  const value = comparison === "gt" || comparison === "lte" ? to : from;
  return { test: "compare", by: field.place === "column" ? "time" : "text", comparison, value };
}
