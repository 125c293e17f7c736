/** Bytes that can be opened again from any of them, so that a broken upload goes on instead of beginning anew. */
export interface UploadSource {
  /** The file's name, unless the upload says another. */
  readonly name?: string | undefined;
  /** Of all bytes. */
  readonly size: number;
  /** The bytes from this one on. It is asked again when the connection broke. */
  stream(start: number): ReadableStream<Uint8Array>;
}

/** What can be uploaded: a Blob or File, bytes, a text, or a source that is read piece by piece. */
export type Uploadable = Blob | Uint8Array | string | UploadSource;

type Piece = Blob | Uint8Array<ArrayBuffer>;

/** Bytes that are taken piece by piece. */
export interface Pieces {
  readonly name?: string | undefined;
  readonly contentType?: string | undefined;
  readonly size: number;
  /** At most so many bytes from here on, and at least one. */
  read(start: number, length: number): Promise<Piece>;
  close(): Promise<void>;
}

export function openPieces(file: Uploadable): Pieces {
  if (typeof file === "string") return bytePieces(new TextEncoder().encode(file));
  if (file instanceof Uint8Array) return bytePieces(file);
  if (file instanceof Blob) return blobPieces(file);
  if (typeof file?.stream !== "function") {
    throw new TypeError(
      "A file to upload is a Blob or File, a Uint8Array, a text, or a source with its size and stream.",
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

/** Reads on where the piece before has ended, and opens the source anew only when another byte is asked for. */
class SourcePieces implements Pieces {
  readonly name: string | undefined;
  readonly size: number;
  readonly #source: UploadSource;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** Of the first byte that has not been handed out. */
  #position = 0;
  /** Read with the piece before, but behind its end. */
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
    // Whoever is told has nothing to add; the upload has ended anyhow.
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
