import type { JsonValue } from "../../platform/json-value.ts";
import { error, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { shorten } from "./shorten.ts";
import { validateCharacters } from "./validate-text.ts";

// A body has up to 64 levels, and the entity is one: what a file brings must be fit to be sent back.
const depthMax = 63;

/** Any JSON within the limits of a body, wherever it comes from: a cell and a workflow's result have seen no such check. */
export const jsonKind: PropertyKind = {
  ordering: "none",
  readJson: readValue,
  readCell(cell) {
    try {
      return readValue(JSON.parse(cell));
    } catch {
      // The engine's message is not kept: it may quote more of the cell than is wanted.
      return error(`is not JSON: ${shorten(cell)}. Write it as {"key": "value"}, [1, 2] or "text".`);
    }
  },
};

function readValue(value: JsonValue): Reading {
  const found = errorIn(value, 0);
  return found === undefined ? stored(value) : error(found);
}

function errorIn(value: JsonValue, depth: number): string | undefined {
  if (typeof value === "string") {
    return validateCharacters(value);
  }
  if (typeof value === "number") {
    return isExact(value) ? undefined : "contains a number that cannot be stored exactly. Write it as a string.";
  }
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  return depth < depthMax
    ? errorInside(value, depth + 1)
    : `is nested deeper than ${depthMax} levels. Make it flatter.`;
}

function errorInside(container: object, depth: number): string | undefined {
  // A list's keys are its indexes, which are always sound.
  for (const [key, value] of Object.entries(container)) {
    const found =
      key === "__proto__"
        ? 'contains the key "__proto__". Rename it.'
        : (validateCharacters(key) ?? errorIn(value, depth));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Every double beyond this is an integer that stands for several; 1e400 has become Infinity. */
function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
