import type { TarEntry } from "./pack-tar.ts";
import { tarBlockBytes, tarChecksum } from "./tar-header.ts";

/** Thrown when the bytes are not a complete archive of files and folders below one folder. */
export class TarError extends Error {}

const paxBytesMax = 1024 * 1024;

/** The entries of an archive in order. Unread content of an entry is skipped. */
export async function* unpackTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source);
  let pax: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const block = await bytes.take(tarBlockBytes);
    if (block.every((byte) => byte === 0)) {
      await bytes.passOver(Number.POSITIVE_INFINITY); // The checksum of the compressed data is at its end.
      return;
    }
    const header = readHeader(block);
    if (header.type === "x") {
      pax = readPax(await bytes.take(paxSize(header.size)));
      await bytes.passOver(paddingOf(header.size));
      continue;
    }
    const size = Number(pax.get("size") ?? header.size);
    const path = requireInside(pax.get("path") ?? header.name);
    const content = bytes.read(size);
    yield { path, kind: kindOf(header.type, path), size, modifiedOn: header.modifiedOn, content };
    for await (const _ of content);
    await bytes.passOver(paddingOf(size));
    pax = new Map();
  }
}

function readHeader(block: Buffer) {
  const text = (start: number, end: number) => block.toString("utf8", start, end).replace(/\0.*$/s, "");
  const number = (start: number, end: number) => {
    const digits = text(start, end).trim();
    if (!/^[0-7]+$/.test(digits)) {
      throw new TarError("it has a header that cannot be read");
    }
    return Number.parseInt(digits, 8);
  };
  if (number(148, 156) !== tarChecksum(block)) {
    throw new TarError("it has a header with a wrong checksum");
  }
  const prefix = text(345, 500);
  const name = prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`;
  const modifiedOn = new Date(number(136, 148) * 1000);
  return { name, size: number(124, 136), modifiedOn, type: text(156, 157) };
}

function paxSize(size: number): number {
  if (size > paxBytesMax) {
    throw new TarError("it has a header that is too large");
  }
  return size;
}

function readPax(bytes: Buffer): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (let start = 0; start < bytes.length; ) {
    const [, digits = ""] = /^(\d{1,7}) /.exec(bytes.toString("latin1", start, start + 8)) ?? [];
    const end = start + Number(digits);
    const record = bytes.toString("utf8", start + digits.length + 1, end - 1);
    const [key = ""] = record.split("=", 1);
    if (digits === "" || end > bytes.length || key === record) {
      throw new TarError("it has a header that cannot be read");
    }
    values.set(key, record.slice(key.length + 1));
    start = end;
  }
  return values;
}

/** Links and devices do not belong in a backup, and could lead out of the folder. */
function kindOf(type: string, path: string): "file" | "folder" {
  if (type === "0" || type === "") {
    return "file";
  }
  if (type === "5") {
    return "folder";
  }
  throw new TarError(`${path} is neither a file nor a directory`);
}

function requireInside(name: string): string {
  const path = name.replace(/\/$/, "");
  const isInside = !/[\\\0]/.test(path) && path.split("/").every((part) => !["", ".", ".."].includes(part));
  if (!isInside) {
    throw new TarError(`the path ${JSON.stringify(name)} is outside the directory`);
  }
  return path;
}

function paddingOf(size: number): number {
  return (tarBlockBytes - (size % tarBlockBytes)) % tarBlockBytes;
}

/** Splits a stream by byte counts. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async *read(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const part = (await this.#next(left)) ?? fail();
      left -= part.length;
      yield part;
    }
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.read(count)) {
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /** Stops early at the end of the stream. */
  async passOver(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      const part = await this.#next(left);
      left = part === undefined ? 0 : left - part.length;
    }
  }

  async #next(bytesMax: number): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#source.next();
      if (done === true) {
        return undefined;
      }
      this.#rest = value;
    }
    const part = this.#rest.subarray(0, bytesMax);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }
}

function fail(): never {
  throw new TarError("it ends too early");
}
