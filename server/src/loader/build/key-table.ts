import { hashText } from "./hash-fields.ts";

/** 64 bits that stand for a key: among a million the odds that any two share them are one to thirty million. */
export interface Key {
  readonly high: number;
  readonly low: number;
}

/** What is remembered of a key. */
interface Seen {
  /** 32 bits of what the row said. */
  readonly content: number;
  readonly row: number;
}

/** A key of several texts; the space tells apart keys of different meaning. */
export function keyOfTexts(space: number, ...texts: readonly string[]): Key {
  let high = space;
  let low = ~space;
  for (const text of texts) {
    high = hashText(text, high);
    low = hashText(text, low);
  }
  return { high, low };
}

// Parts grow one after the other, so that growing needs little more memory than what is there.
const partCount = 16;
const partShift = 28;

/** The keys of a file of a million rows in little memory: no texts, only hashes. */
export class KeyTable {
  readonly #parts: readonly Part[] = Array.from({ length: partCount }, () => new Part());

  get byteLength(): number {
    return this.#parts.reduce((sum, part) => sum + part.byteLength, 0);
  }

  find(key: Key): Seen | undefined {
    return this.#partOf(key).find(key);
  }

  /** Adds the key, or replaces what is remembered of it. */
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

// high, low, content, row: side by side, so that a look-up touches one line of the cache.
const width = 4;
const contentAt = 2;
const rowAt = 3;
const firstCapacity = 64;
const growth = 1.5;
const fullness = 0.8;

/** Open addressing with linear probing. A row number of 0 marks a free place: the header is row 1. */
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

  /** Where the key is, or the free place where it would be. */
  #placeOf({ high, low }: Key): number {
    const entries = this.#entries;
    const end = this.#capacity * width;
    // By low: the first bits of high have chosen the part.
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
