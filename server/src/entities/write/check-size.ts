import type { JsonValue } from "../../platform/json-value.ts";
import { Problem } from "../../platform/problem.ts";
import type { Entity } from "../entity.ts";

const entityBytesMax = 4 * 1_048_576;

/** Properties that arrive one by one may add up to more than an entity may hold. */
export function checkSize({ entityType, properties }: Entity): void {
  let characters = 0;
  for (const [slug, value] of Object.entries(properties)) {
    characters += slug.length + charactersOf(value);
  }
  // A character may take up to three bytes, and six where it is escaped; only what could be too large is measured.
  if (characters * 6 > entityBytesMax && Buffer.byteLength(JSON.stringify(properties)) > entityBytesMax) {
    throw new Problem("body-too-large", `The ${entityType} would be larger than ${entityBytesMax} bytes.`);
  }
}

const scalarCharactersMax = 24;

function charactersOf(value: JsonValue): number {
  if (typeof value === "string") {
    return value.length;
  }
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : scalarCharactersMax;
}
