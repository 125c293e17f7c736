import type { PropertyDefinition } from "@weft/contract";
import { checkNumber, validateBounds } from "./check-number.ts";
import { error, type PropertyKind, type Reading } from "./property-kind.ts";
import { readDecimal } from "./read-decimal.ts";
import { shorten } from "./shorten.ts";
import { withoutCurrency } from "./without-currency.ts";

const decimalsMax = 4;

export const currencyKind: PropertyKind = {
  ordering: "number",
  readJson: (value, property) =>
    typeof value === "number" ? checkAmount(value, property) : error("must be a number, such as 12.5."),
  readCell(cell, property) {
    const amount = readDecimal(withoutCurrency(cell, property.currency));
    return amount === undefined ? notAnAmount(cell, property.currency) : checkAmount(amount, property);
  },
  validateDefinition: validateBounds,
};

function checkAmount(value: number, property: PropertyDefinition): Reading {
  // By its shortest text: 0.1 + 0.2 has seventeen decimals, 12.5 has one, and 1e-7 has more than any currency.
  const text = String(value);
  const [, decimals = ""] = /\.(\d+)$/.exec(text) ?? [];
  return decimals.length > decimalsMax || text.includes("e-")
    ? error(`must have at most ${decimalsMax} decimals. Round it.`)
    : checkNumber(value, property);
}

function notAnAmount(cell: string, code: string | undefined): Reading {
  const example = code === undefined ? "12.50" : `12.50 or 12.50 ${code}`;
  return error(`is not an amount: ${shorten(cell)}. Write it as ${example}.`);
}
