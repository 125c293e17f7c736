import { error, type PropertyKind } from "./property-kind.ts";
import { checkNumber, readDecimal, validateBounds } from "./read-number.ts";
import { shorten } from "./validate-text.ts";

/** 12.5 means 12.5 %. */
export const percentKind: PropertyKind = {
  ordering: "number",
  readJson: (value, property) =>
    typeof value === "number" ? checkNumber(value, property) : error("must be a number, such as 12.5 for 12.5 %."),
  readCell(cell, property, { numberFormat }) {
    const number = readDecimal(cell.endsWith("%") ? cell.slice(0, -1).trimEnd() : cell, numberFormat);
    const example = numberFormat ?? "12.5";
    return number === undefined
      ? error(`is not a percentage: ${shorten(cell)}. Write it as ${example} or ${example}%.`)
      : checkNumber(number, property);
  },
  validateDefinition: validateBounds,
};
