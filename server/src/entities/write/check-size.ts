import { Problem } from "../../platform/problem.ts";
import type { Entity } from "../entity.ts";
import { propertiesText } from "../properties-text.ts";

const entityBytesMax = 4 * 1_048_576;

/** Properties that arrive one by one may add up to more than an entity may hold. */
export function checkSize({ entityType, properties }: Entity): void {
  const text = propertiesText(properties);
  // A character takes three bytes at most: only what could be too large is measured.
  if (text.length * 3 > entityBytesMax && Buffer.byteLength(text) > entityBytesMax) {
    throw new Problem("body-too-large", `The ${entityType} would be larger than ${entityBytesMax} bytes.`);
  }
}
