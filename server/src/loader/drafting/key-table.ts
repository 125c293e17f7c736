import type { JsonValue } from "../../platform/json-value.ts";

/** A 64-bit hash of a key: among a million keys, the odds that any two share it are one to thirty million. */
export interface Key {
  readonly high: number;
  readonly low: number;
}

/** The data stored for a key. */
interface Seen {
  /** A 32-bit hash of the row's content. */
  readonly content: number;
  readonly row: number;
}

/** A key of several texts. The space separates keys of different meaning. */
export function keyOfTexts(space: number, ...texts: readonly string[]): Key {
  let high = space;
  let low = ~space;
  for (const text of texts) {
    high = hashText(text, high);
    low = hashText(text, low);
  }
  return { high, low };
}

// Parts grow one after the other, so that growing needs little extra memory.
const partCount = 16;
const partShift = 28;

/** The keys of a file of a million rows in little memory: hashes only, no texts. */
export class KeyTable {
  readonly #parts: readonly Part[] = Array.from({ length: partCount }, () => new Part());

  get byteLength(): number {
    return this.#parts.reduce((sum, part) => sum + part.byteLength, 0);
  }

  find(key: Key): Seen | undefined {
    return this.#partOf(key).find(key);
  }

  /** The data of the key; adds the key with this data if it is new. */
  findOrPut(key: Key, seen: Seen): Seen | undefined {
    const earlier = this.find(key);
    if (earlier === undefined) {
      this.put(key, seen);
    }
    return earlier;
  }

  /** Adds the key, or replaces its data. */
  put(key: Key, seen: Seen): void {
    this.#partOf(key).put(key, seen);
  }

  #partOf({ high }: Key): Part {
    const part = this.#parts[high >>> partShift];
    if (part === undefined) {
      throw new RangeError("a key whose hash is no 32 bits");
    }
    return part;
  }
}

// high, low, content, row: adjacent, so that a lookup touches one cache line.
const width = 4;
const contentAt = 2;
const rowAt = 3;
const firstCapacity = 64;
const growth = 1.5;
const fullness = 0.8;

/** Open addressing with linear probing. A row number of 0 marks a free slot: the header is row 1. */
class Part {
  #capacity = firstCapacity;
  #entries = new Uint32Array(firstCapacity * width);
  #count = 0;

  get byteLength(): number {
    return this.#entries.byteLength;
  }

  find(key: Key): Seen | undefined {
    const place = this.#placeOf(key);
    const row = this.#entries[place + rowAt] ?? 0;
    return row === 0 ? undefined : { content: this.#entries[place + contentAt] ?? 0, row };
  }

  put(key: Key, { content, row }: Seen): void {
    let place = this.#placeOf(key);
    if (this.#entries[place + rowAt] === 0) {
      if (this.#count >= this.#capacity * fullness) {
        this.#grow();
        place = this.#placeOf(key);
      }
      this.#count++;
    }
    this.#entries[place] = key.high;
    this.#entries[place + 1] = key.low;
    this.#entries[place + contentAt] = content;
    this.#entries[place + rowAt] = row;
  }

  /** The slot of the key, or the free slot where it belongs. */
  #placeOf({ high, low }: Key): number {
    const entries = this.#entries;
    const end = this.#capacity * width;
    // By low: the first bits of high have selected the part.
    let place = Math.floor((low / 2 ** 32) * this.#capacity) * width;
    while (entries[place + rowAt] !== 0 && (entries[place] !== high || entries[place + 1] !== low)) {
      place = place + width === end ? 0 : place + width;
    }
    return place;
  }

  #grow(): void {
    const old = this.#entries;
    this.#capacity = Math.ceil(this.#capacity * growth);
    this.#entries = new Uint32Array(this.#capacity * width);
    for (let from = 0; from < old.length; from += width) {
      if (old[from + rowAt] !== 0) {
        const to = this.#placeOf({ high: old[from] ?? 0, low: old[from + 1] ?? 0 });
        this.#entries.set(old.subarray(from, from + width), to);
      }
    }
  }
}

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

/** What a hash of the ledger stands for. The same text has a different key in each space. */
export const ledgerSpaces = {
  entity: 0x01,
  option: 0x02,
  familyRow: 0x03,
  family: 0x04,
  familyName: 0x05,
  projectItem: 0x06,
  member: 0x07,
  unique: 0x08,
  owner: 0x09,
} as const;
