const fullness = 0.8;

/**
 * A set of texts that stores a 53-bit hash of each, in 8 bytes: a million of them take 16 MB instead of a hundred. Two
 * texts collide once in some ten thousand loads of a million rows, so it is suitable for counts only.
 */
export class SeenKeys {
  #slots = new Float64Array(1_024);
  #count = 0;

  /** Returns false if the text was already in the set. */
  add(text: string): boolean {
    if (this.#count >= this.#slots.length * fullness) {
      this.#grow();
    }
    const hash = hashOf(text);
    const place = this.#placeOf(hash);
    if (this.#slots[place] !== 0) {
      return false;
    }
    this.#slots[place] = hash;
    this.#count++;
    return true;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2);
    for (const hash of before) {
      if (hash !== 0) {
        this.#slots[this.#placeOf(hash)] = hash;
      }
    }
  }

  /** The slot of the hash, or the free slot where it belongs. */
  #placeOf(hash: number): number {
    const mask = this.#slots.length - 1;
    let place = hash % this.#slots.length;
    while (this.#slots[place] !== 0 && this.#slots[place] !== hash) {
      place = (place + 1) & mask;
    }
    return place;
  }
}

/** Never 0, which marks a free slot. */
function hashOf(text: string): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & other) + (one >>> 0) + 1;
}
