const firstCapacity = 65_536;
// A UTF-16 code unit takes at most three bytes of UTF-8.
const bytesPerUnitMax = 3;
const [opening, comma, closing] = Buffer.from("[,]");

/**
 * Bytes that are put together, taken away, and put together again in the same memory: a page that is wiped and written on
 * again. Memory of its own for each would call the collector of garbage time and again, because it counts with what is old.
 */
export class BytePage {
  #bytes = Buffer.allocUnsafe(firstCapacity);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What is written so far; it holds until the page is wiped. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  wipe(): void {
    this.#length = 0;
  }

  writeByte(byte: number): void {
    this.#makeRoom(1);
    this.#length = this.#bytes.writeUInt8(byte, this.#length);
  }

  writeBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /**
   * Values that are JSON already, as one list. One by one and not as their joined text: a single wide character in one
   * of them would make all of that wide.
   */
  writeJsonList(values: readonly string[]): void {
    this.writeByte(opening ?? 0);
    values.forEach((value, index) => {
      if (index > 0) {
        this.writeByte(comma ?? 0);
      }
      this.#makeRoom(value.length * bytesPerUnitMax);
      this.#length += this.#bytes.write(value, this.#length);
    });
    this.writeByte(closing ?? 0);
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
  }
}
