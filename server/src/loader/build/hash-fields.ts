import type { JsonValue } from "../../platform/json-value.ts";

/**
 * A 32-bit hash of a text: MurmurHash3 over its code units, two at a time. The seed separates texts of different
 * meaning.
 */
export function hashText(text: string, seed: number): number {
  const { length } = text;
  let hash = seed;
  let index = 1;
  for (; index < length; index += 2) {
    hash = mixIn(hash, (text.charCodeAt(index) << 16) | text.charCodeAt(index - 1));
  }
  if (index === length) {
    hash = mixIn(hash, text.charCodeAt(length - 1));
  }
  return finish(hash ^ length);
}

/** A 32-bit hash of an object, independent of the order of its keys. */
export function hashFields(fields: Readonly<Record<string, JsonValue>>, seed: number): number {
  let sum = 0;
  for (const slug in fields) {
    sum = (sum + hashField(slug, fields[slug], seed)) | 0;
  }
  return sum >>> 0;
}

/** The part of one field in the sum; 0 for an absent field. */
export function hashField(slug: string, value: JsonValue, seed: number): number {
  return value === undefined ? 0 : hashValue(value, hashText(slug, seed));
}

const seeds = { text: 1, number: 2, boolean: 3, null: 4, list: 5, object: 6 };

function hashValue(value: JsonValue, seed: number): number {
  if (typeof value === "string") {
    return hashText(value, seed ^ seeds.text);
  }
  if (typeof value === "number" || typeof value === "boolean") {
    return hashText(String(value), seed ^ (typeof value === "number" ? seeds.number : seeds.boolean));
  }
  if (value === null || value === undefined) {
    return finish(seed ^ seeds.null);
  }
  return isList(value)
    ? finish(value.reduce((hash: number, entry) => mixIn(hash, hashValue(entry, seeds.list)), seed ^ seeds.list))
    : finish(seed ^ seeds.object ^ hashFields(value, seeds.object));
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function mixIn(hash: number, block: number): number {
  let mixed = Math.imul(block, 0xcc9e2d51);
  mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593) ^ hash;
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
