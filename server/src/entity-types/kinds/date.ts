import { fault, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { shorten } from "./shorten.ts";

/** A day, without a time and so without a zone. Its text sorts by time. */
export const dateKind: PropertyKind = {
  ordering: "text",
  readJson: (value) => (typeof value === "string" ? readDate(value) : fault("must be a date, such as 2026-12-31.")),
  readCell: readDate,
};

function readDate(text: string): Reading {
  return isDate(text) ? stored(text) : fault(`is not a date: ${shorten(text)}. Write it as 2026-12-31.`);
}

/** A day that exists: 2026-02-30 does not. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return false;
  }
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
