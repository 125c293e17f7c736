/** Bytes that can be reopened at any offset, so that an interrupted upload resumes instead of starting over. */
export interface UploadSource {
  /** The file name, unless the upload sets another. */
  readonly name?: string | undefined;
  /** Total size in bytes. */
  readonly size: number;
  /** The bytes from this offset on. Called again after a lost connection. */
  stream(start: number): ReadableStream<Uint8Array>;
}

/** An upload: a Blob or File, bytes, a text, or a source that is read in chunks. */
export type Uploadable = Blob | Uint8Array | string | UploadSource;

type Piece = Blob | Uint8Array<ArrayBuffer>;

/** Bytes that are read in chunks. */
export interface Pieces {
  readonly name?: string | undefined;
  readonly contentType?: string | undefined;
  readonly size: number;
  /** At least one byte and at most so many, from this offset on. */
  read(start: number, length: number): Promise<Piece>;
  close(): Promise<void>;
}

export function openPieces(file: Uploadable): Pieces {
  if (typeof file === "string") return bytePieces(new TextEncoder().encode(file));
  if (file instanceof Uint8Array) return bytePieces(file);
  if (file instanceof Blob) return blobPieces(file);
  if (typeof file?.stream !== "function") {
    throw new TypeError(
      "A file to upload must be a Blob or File, a Uint8Array, a text, or a source with its size and stream.",
    );
  }
  return new SourcePieces(file);
}

export function lengthOf(piece: Piece): number {
  return piece instanceof Blob ? piece.size : piece.length;
}

function bytePieces(bytes: Uint8Array): Pieces {
  return {
    size: bytes.length,
    read: async (start, length) => bytes.slice(start, start + length),
    close: async () => {},
  };
}

function blobPieces(blob: Blob): Pieces {
  return {
    name: "name" in blob && typeof blob.name === "string" ? blob.name : undefined,
    contentType: blob.type === "" ? undefined : blob.type,
    size: blob.size,
    read: async (start, length) => blob.slice(start, start + length),
    close: async () => {},
  };
}

const nothing = new Uint8Array(0);

/** Continues after the previous chunk, and reopens the source only for another offset. */
class SourcePieces implements Pieces {
  readonly name: string | undefined;
  readonly size: number;
  readonly #source: UploadSource;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** The offset of the next byte. */
  #position = 0;
  /** Read with the previous chunk, but after its end. */
  #rest: Uint8Array = nothing;
  #last: { readonly start: number; readonly bytes: Uint8Array<ArrayBuffer> } = { start: 0, bytes: nothing };

  constructor(source: UploadSource) {
    this.#source = source;
    this.name = source.name;
    this.size = source.size;
  }

  async read(start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const { start: lastStart, bytes: last } = this.#last;
    if (start >= lastStart && start < lastStart + last.length) {
      return last.subarray(start - lastStart);
    }
    await this.#goTo(start);
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      const chunk = this.#rest.length > 0 ? this.#rest : await this.#next(start + filled);
      const taken = chunk.subarray(0, length - filled);
      bytes.set(taken, filled);
      filled += taken.length;
      this.#rest = chunk.subarray(taken.length);
    }
    this.#position = start + length;
    this.#last = { start, bytes };
    return bytes;
  }

  async close(): Promise<void> {
    const reader = this.#reader;
    this.#reader = undefined;
    // The result does not matter; the upload has already ended.
    await reader?.cancel().catch(() => {});
  }

  async #goTo(start: number): Promise<void> {
    if (this.#reader !== undefined && start === this.#position) return;
    await this.close();
    this.#reader = this.#source.stream(start).getReader();
    this.#rest = nothing;
  }

  async #next(position: number): Promise<Uint8Array> {
    const { done, value = nothing } = (await this.#reader?.read()) ?? { done: true };
    if (done) {
      throw new Error(`The source of the upload ends at byte ${position} of ${this.size}.`);
    }
    return value;
  }
}
