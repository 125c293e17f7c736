import type { NumberFormat, PropertyDefinition } from "@weft/contract";
import { error, type Reading, stored } from "./property-kind.ts";

type Bounds = Pick<PropertyDefinition, "min" | "max">;

/** Finite and exact, and within the bounds of the property. */
export function checkNumber(value: number, { min, max }: Bounds): Reading {
  if (!Number.isFinite(value)) {
    return error("must be a finite number.");
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return error("is too large to be stored exactly. Use a string property for such numbers.");
  }
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    return error(`must be ${describeBounds({ min, max })}.`);
  }
  // JSON text and PostgreSQL have no negative zero, so the value read would differ from the value written.
  return stored(value === 0 ? 0 : value);
}

export function validateBounds({ min, max }: Bounds): string | undefined {
  return min !== undefined && max !== undefined && min > max
    ? `min (${min}) is greater than max (${max}). Swap them, or omit one.`
    : undefined;
}

function describeBounds({ min, max }: Bounds): string {
  if (min !== undefined && max !== undefined) {
    return `from ${min} to ${max}`;
  }
  return min === undefined ? `at most ${max}` : `at least ${min}`;
}

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
// 1,234,567.89 and 1.234.567,89: groups of three digits, and the other character as decimal mark.
const groupedByComma = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const groupedByDot = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;

interface NumberMarks {
  readonly written: RegExp;
  readonly groups: RegExp;
  readonly decimal: string;
}

const marksOf: Readonly<Record<NumberFormat, NumberMarks>> = {
  "1,234.56": marks(",", "."),
  "1.234,56": marks(".", ","),
  // Also the spaces that spreadsheets use so that a number is not broken.
  "1 234,56": marks(" \u00a0\u202f", ","),
  "1'234.56": marks("'\u2019", "."),
};

/** Groups of three digits are optional, and so are decimals. */
function marks(groups: string, decimal: string): NumberMarks {
  const whole = `(?:\\d+|\\d{1,3}(?:[${groups}]\\d{3})+)`;
  return {
    written: new RegExp(`^[+-]?(?:${whole}(?:[${decimal}]\\d*)?|[${decimal}]\\d+)$`),
    groups: new RegExp(`[${groups}]`, "g"),
    decimal,
  };
}

/** A number as a spreadsheet may write it, in the format of the file if it is known. */
export function readDecimal(text: string, format?: NumberFormat): number | undefined {
  if (format === undefined) {
    return readUnambiguous(text);
  }
  const { written, groups, decimal } = marksOf[format];
  return written.test(text) ? Number(text.replace(groups, "").replace(decimal, ".")) : undefined;
}

/**
 * Without a format. Grouped forms only if they are unambiguous: 1,234.50 and 1,234,567 are, but
 * 1,234 may be either a thousand or slightly more than one, so it is rejected.
 */
function readUnambiguous(text: string): number | undefined {
  if (plain.test(text)) {
    return Number(text);
  }
  if (groupedByComma.test(text)) {
    return Number(text.replaceAll(",", ""));
  }
  if (groupedByDot.test(text)) {
    return Number(text.replaceAll(".", "").replace(",", "."));
  }
  return undefined;
}
