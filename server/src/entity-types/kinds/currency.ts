import type { PropertyDefinition } from "@weft/contract";
import { error, type PropertyKind, type Reading } from "./property-kind.ts";
import { checkNumber, readDecimal, validateBounds } from "./read-number.ts";
import { shorten } from "./validate-text.ts";

const decimalsMax = 4;

export const currencyKind: PropertyKind = {
  ordering: "number",
  readJson: (value, property) =>
    typeof value === "number" ? checkAmount(value, property) : error("must be a number, such as 12.5."),
  readCell(cell, property, { numberFormat }) {
    const amount = readDecimal(withoutCurrency(cell, property.currency), numberFormat);
    return amount === undefined
      ? notAnAmount(cell, property.currency, numberFormat ?? "12.50")
      : checkAmount(amount, property);
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

function notAnAmount(cell: string, code: string | undefined, example: string): Reading {
  const forms = code === undefined ? example : `${example} or ${example} ${code}`;
  return error(`is not an amount: ${shorten(cell)}. Write it as ${forms}.`);
}

/**
 * A cell's amount without the code or the symbol of the property's currency, before or after it. The mark of another
 * currency stays, which makes the cell invalid: $5 is not 5 euros. If the property has no currency, any symbol is
 * removed.
 */
function withoutCurrency(cell: string, code: string | undefined): string {
  // A minus sign may precede the mark: -$12.50.
  const [, sign = "", amount = cell] = /^([+-]?)(.*)$/s.exec(cell) ?? [];
  const mark = marksOf(amount, code).find((candidate) => startsOrEndsWith(amount, candidate));
  return mark === undefined ? cell : sign + withoutMark(amount, mark);
}

function marksOf(amount: string, code: string | undefined): readonly string[] {
  return code === undefined ? (/^\p{Sc}|\p{Sc}$/u.exec(amount) ?? []) : [code, symbolOf(code)];
}

function startsOrEndsWith(amount: string, mark: string): boolean {
  return isMark(amount.slice(0, mark.length), mark) || isMark(amount.slice(-mark.length), mark);
}

function withoutMark(amount: string, mark: string): string {
  return isMark(amount.slice(0, mark.length), mark)
    ? amount.slice(mark.length).trimStart()
    : amount.slice(0, -mark.length).trimEnd();
}

/** Both eur and EUR are accepted. */
function isMark(text: string, mark: string): boolean {
  return text.toUpperCase() === mark.toUpperCase();
}

// Creating a format costs far more than reading a cell. The codes are three letters, so the map stays small.
const symbols = new Map<string, string>();

function symbolOf(code: string): string {
  let symbol = symbols.get(code);
  if (symbol === undefined) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay: "narrowSymbol" });
    symbol = format.formatToParts(0).find((part) => part.type === "currency")?.value ?? code;
    symbols.set(code, symbol);
  }
  return symbol;
}
