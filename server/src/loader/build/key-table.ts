import { hashText } from "./hash-fields.ts";

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
