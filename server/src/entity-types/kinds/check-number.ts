import type { PropertyDefinition } from "@weft/contract";
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
