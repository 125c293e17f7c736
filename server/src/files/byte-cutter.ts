import { Readable } from "node:stream";

/**
 * Splits a stream into streams of a limited size. A failure of the source ends the current piece instead of failing it.
 */
export class ByteCutter {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #isOver = false;
  #failure: unknown;

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    while (this.#rest.length === 0 && !this.#isOver) {
      await this.#fetch();
    }
    return this.#rest.length > 0;
  }

  /** The next bytes, up to this many. Must be read to its end before the next call. */
  next(bytesMax: number): Readable {
    let left = bytesMax;
    const piece = new Readable({
      read: () => {
        // Never rejects: a failure is stored.
        void this.#take(left).then((chunk) => {
          left -= chunk?.length ?? 0;
          piece.push(chunk ?? null);
        });
      },
    });
    return piece;
  }

  /** Throws the error that broke the stream. */
  requireWhole(): void {
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
  }

  async #take(bytesMax: number): Promise<Buffer | undefined> {
    if (bytesMax === 0 || !(await this.hasMore())) {
      return undefined;
    }
    const chunk = this.#rest.subarray(0, bytesMax);
    this.#rest = this.#rest.subarray(bytesMax);
    return chunk;
  }

  async #fetch(): Promise<void> {
    try {
      const { done = false, value } = await this.#chunks.next();
      this.#isOver = done;
      this.#rest = done ? this.#rest : value;
    } catch (error) {
      this.#isOver = true;
      this.#failure = error;
    }
  }
}
