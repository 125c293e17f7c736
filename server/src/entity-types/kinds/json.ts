import { type JsonValue, jsonDepthMax } from "../../platform/json-value.ts";
import { error, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { shorten, validateCharacters } from "./validate-text.ts";

// The entity is one of the levels of a body: a value from a file must be valid in a request too.
const depthMax = jsonDepthMax - 1;

/** Any JSON within the limits of a body, from any source: a cell and a workflow's result were not checked before. */
export const jsonKind: PropertyKind = {
  ordering: "none",
  readJson: readValue,
  readCell(cell) {
    try {
      return readValue(JSON.parse(cell));
    } catch {
      // The engine's message is dropped: it may quote too much of the cell.
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
  // A list's keys are its indexes, which are always valid.
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

/** Every double beyond this represents several integers; 1e400 is parsed as Infinity. */
function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
