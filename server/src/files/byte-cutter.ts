import { Readable } from "node:stream";

/** Cuts a stream into streams of a limited size. One that breaks ends the current piece instead of breaking it. */
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

  /** The next bytes, at most so many. To be read to its end before the one after it. */
  next(bytesMax: number): Readable {
    let left = bytesMax;
    const piece = new Readable({
      read: () => {
        // Never rejects: a failure is kept.
        void this.#take(left).then((chunk) => {
          left -= chunk?.length ?? 0;
          piece.push(chunk ?? null);
        });
      },
    });
    return piece;
  }

  /** Throws what has broken the stream. */
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
