const firstCapacity = 65_536;
// A UTF-16 code unit takes at most three bytes of UTF-8.
const bytesPerUnitMax = 3;
const [opening, comma, closing] = Buffer.from("[,]");

/**
 * A buffer that is filled, read, wiped and filled again. A new buffer each time would trigger the garbage collector too
 * often, because it counts buffers with the old generation.
 */
export class BytePage {
  #bytes = Buffer.allocUnsafe(firstCapacity);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What is written so far; valid until the page is wiped. */
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
   * Serialized JSON values, as one list. Written one by one, not as their joined text: a single two-byte character in
   * one of them would make the whole string two-byte.
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
