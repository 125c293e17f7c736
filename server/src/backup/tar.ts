import assert from "node:assert";

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
    const size = sizeOf(pax) ?? header.size;
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

function sizeOf(pax: ReadonlyMap<string, string>): number | undefined {
  const digits = pax.get("size");
  if (digits !== undefined && !/^\d{1,15}$/.test(digits)) {
    throw new TarError("it has a header that cannot be read");
  }
  return digits === undefined ? undefined : Number(digits);
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

export interface TarEntry extends TarHeader {
  /** Exactly as many bytes as size. */
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** The bytes of an archive. An entry is requested once the previous one is written. */
export async function* packTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    yield tarHeader(entry);
    let written = 0;
    for await (const bytes of entry.content) {
      written += bytes.length;
      yield bytes;
    }
    assert(written === entry.size, "an entry's content does not have the size in its header");
    yield tarPadding(entry.size);
  }
  yield Buffer.alloc(2 * tarBlockBytes);
}

export function textEntry(path: string, text: string): TarEntry {
  const bytes = Buffer.from(text);
  return { path, kind: "file", size: bytes.length, modifiedOn: new Date(), content: [bytes] };
}

export function folderEntry(path: string): TarEntry {
  return { path, kind: "folder", size: 0, modifiedOn: new Date(), content: [] };
}

/** Precedes the bytes of a file, or stands alone for a folder. */
interface TarHeader {
  /** From the root of the archive, separated by slashes, with none at its ends. */
  readonly path: string;
  readonly kind: "file" | "folder";
  readonly size: number;
  readonly modifiedOn: Date;
}

const tarBlockBytes = 512;
const nameBytesMax = 100;
/** Eleven octal digits. */
const sizeMax = 0o77777777777;

/** The blocks of a header in ustar format; values that do not fit precede it as a POSIX pax header. */
export function tarHeader({ path, kind, size, modifiedOn }: TarHeader): Buffer {
  const name = kind === "folder" ? `${path}/` : path;
  const records = [
    ...(Buffer.byteLength(name) > nameBytesMax ? [paxRecord("path", name)] : []),
    ...(size > sizeMax ? [paxRecord("size", String(size))] : []),
  ];
  const seconds = Math.max(0, Math.floor(modifiedOn.getTime() / 1000));
  const fields = { name, size: size > sizeMax ? 0 : size, seconds, mode: 0o600, type: "0" };
  const header = ustarBlock(kind === "folder" ? { ...fields, mode: 0o700, type: "5" } : fields);
  if (records.length === 0) {
    return header;
  }
  const pax = Buffer.from(records.join(""));
  const paxHeader = ustarBlock({ name: "PaxHeader", size: pax.length, seconds, mode: 0o600, type: "x" });
  return Buffer.concat([paxHeader, pax, tarPadding(pax.length), header]);
}

/** Pads the last block of this many bytes. */
function tarPadding(size: number): Buffer {
  return Buffer.alloc((tarBlockBytes - (size % tarBlockBytes)) % tarBlockBytes);
}

/** The sum of a header's bytes, with the checksum field read as spaces. */
export function tarChecksum(block: Buffer): number {
  return block.reduce((sum, byte, place) => sum + (place >= 148 && place < 156 ? 0x20 : byte), 0);
}

interface UstarFields {
  readonly name: string;
  readonly size: number;
  readonly seconds: number;
  readonly mode: number;
  readonly type: string;
}

/** Without an owner: the user who restores decides who owns the files. */
function ustarBlock({ name, size, seconds, mode, type }: UstarFields): Buffer {
  const block = Buffer.alloc(tarBlockBytes);
  Buffer.from(name).copy(block, 0, 0, nameBytesMax);
  block.write(octal(mode, 8), 100, "latin1");
  block.write(octal(0, 8), 108, "latin1");
  block.write(octal(0, 8), 116, "latin1");
  block.write(octal(size, 12), 124, "latin1");
  block.write(octal(seconds, 12), 136, "latin1");
  block.write(type, 156, "latin1");
  block.write("ustar\u000000", 257, "latin1");
  block.write(`${tarChecksum(block).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, "0")}\0`;
}

/** "19 path=some/where\n": the number counts the whole record, itself included. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const digits = String(bytes + String(bytes).length).length;
  return `${bytes + digits}${rest}`;
}
