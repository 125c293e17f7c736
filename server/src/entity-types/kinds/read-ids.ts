import { error, type Reading, stored } from "./property-kind.ts";
import { readTextList } from "./read-text-list.ts";
import { shorten } from "./shorten.ts";

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
