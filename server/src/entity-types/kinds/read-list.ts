import { error, type Reading, stored } from "./property-kind.ts";
import { shorten } from "./validate-text.ts";

type TextListReading = { readonly value: readonly string[] } | { readonly error: string };
type ErrorOfEntry = (text: string) => string | undefined;

/** A list of texts, each valid and without duplicates. */
export function readTextList(values: readonly unknown[], validateEntry: ErrorOfEntry): TextListReading {
  const seen = new Set<string>();
  for (const [index, text] of values.entries()) {
    if (typeof text !== "string") {
      return { error: `must be a list of strings, but its entry ${index + 1} is not a string.` };
    }
    const found = seen.has(text) ? `contains ${shorten(text)} twice. Remove one.` : validateEntry(text);
    if (found !== undefined) {
      return { error: found };
    }
    seen.add(text);
  }
  return { value: [...seen] };
}

/** The entries of a comma-separated cell, trimmed; an empty string between two commas is not an entry. */
export function splitList(cell: string): string[] {
  return cell
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

const idPattern = /^[A-Za-z0-9_-]{16}$/;

/** Checks the format only: whether the ids exist is checked once for all values of a write. */
export function readIds(values: readonly unknown[]): Reading {
  return readTextList(values, validateId);
}

export function readId(text: string): Reading {
  const found = validateId(text);
  return found === undefined ? stored(text) : error(found);
}

function validateId(text: string): string | undefined {
  return idPattern.test(text)
    ? undefined
    : `is not an id: ${shorten(text)}. An id has 16 of the characters A–Z a–z 0–9 _ -.`;
}
