/** The detected type of the values of a column. */
type ColumnKind = "empty" | "number" | "boolean" | "date" | "time" | "link" | "choice" | "text";

const valuesMax = 500;
const choicesMax = 12;

/** A kind is guessed only if every value matches it. */
export function guessColumnKind(cells: readonly string[]): ColumnKind {
  const values = cells.filter((cell) => cell !== "").slice(0, valuesMax);
  if (values.length === 0) return "empty";
  const found = tests.find(([, holds]) => values.every(holds));
  if (found !== undefined) return found[0];
  return isChoice(values) ? "choice" : "text";
}

// Checked in this order: 1 and 0 are numbers before they are booleans.
const tests: readonly (readonly [ColumnKind, (value: string) => boolean])[] = [
  ["number", isNumber],
  ["boolean", (value) => /^(true|false|yes|no)$/i.test(value)],
  ["date", (value) => /^\d{4}-\d{2}-\d{2}$/.test(value)],
  ["time", (value) => /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value)],
  ["link", (value) => /^https?:\/\/\S+$/i.test(value)],
];

/** 00123 and an EAN look like numbers, but are identifiers. */
function isNumber(value: string): boolean {
  const isCode = /^[+-]?0\d/.test(value) || value.replace(/\D/g, "").length > 12;
  return !isCode && /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?(e[+-]?\d+)?$/i.test(value);
}

function isChoice(values: readonly string[]): boolean {
  const distinct = new Set(values).size;
  return distinct <= choicesMax && values.length >= distinct * 3;
}
