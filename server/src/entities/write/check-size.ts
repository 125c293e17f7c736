import { Problem } from "../../platform/problem.ts";
import type { Entity } from "../entity.ts";
import { propertiesText } from "../properties-text.ts";

const entityBytesMax = 4 * 1_048_576;

/** Properties added one by one may exceed the size limit of an entity. */
export function checkSize({ entityType, properties }: Entity): void {
  const text = propertiesText(properties);
  // A character takes at most three bytes, so only texts that could be too large are measured.
  if (text.length * 3 > entityBytesMax && Buffer.byteLength(text) > entityBytesMax) {
    throw new Problem("body-too-large", `The ${entityType} would be larger than ${entityBytesMax} bytes.`);
  }
}
