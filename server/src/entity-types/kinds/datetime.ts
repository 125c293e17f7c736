import { isDate, splitDate } from "./date.ts";
import { error, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { shorten } from "./validate-text.ts";

const zoned = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})$/i;
// Outside the years 0000 to 9999 the text is longer, and would not sort by time.
const storedLength = "2026-12-31T12:00:00.000Z".length;

/** A point in time. Stored in UTC with milliseconds, so that the texts sort by time. */
export const datetimeKind: PropertyKind = {
  ordering: "text",
  readJson: (value) =>
    typeof value === "string" ? readDatetime(value) : error("must be a time, such as 2026-12-31T12:00:00Z."),
  readCell(cell, _property, { dateFormat }) {
    if (dateFormat === undefined) {
      return readDatetime(cell);
    }
    const { date, rest = "" } = splitDate(cell, dateFormat) ?? {};
    const reading = date === undefined ? undefined : readDatetime(`${date}${rest.replace(/^[ T]\s*/i, "T")}`);
    return reading !== undefined && "value" in reading
      ? reading
      : error(`is not a time: ${shorten(cell)}. Write it as ${dateFormat} with time and zone, such as 12:00:00Z.`);
  },
};

function readDatetime(text: string): Reading {
  const [, date = "", time = "", zone = ""] = zoned.exec(text) ?? [];
  const moment = isDate(date) ? Date.parse(`${date}T${time}${zone.toUpperCase()}`) : Number.NaN;
  const inUtc = Number.isNaN(moment) ? "" : new Date(moment).toISOString();
  return inUtc.length === storedLength
    ? stored(inUtc)
    : error(`is not a time: ${shorten(text)}. Write it with its zone, as 2026-12-31T12:00:00Z.`);
}
