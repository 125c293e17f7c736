import { error, type PropertyKind } from "./property-kind.ts";
import { checkNumber, readDecimal, validateBounds } from "./read-number.ts";
import { shorten } from "./validate-text.ts";

export const numberKind: PropertyKind = {
  ordering: "number",
  readJson: (value, property) =>
    typeof value === "number" ? checkNumber(value, property) : error("must be a number, such as 1234.5."),
  readCell(cell, property, { numberFormat }) {
    const number = readDecimal(cell, numberFormat);
    return number === undefined
      ? error(`is not a number: ${shorten(cell)}. Write it as ${numberFormat ?? "1234.5"}.`)
      : checkNumber(number, property);
  },
  validateDefinition: validateBounds,
};
