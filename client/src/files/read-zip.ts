import type { UploadSource } from "./upload-source.ts";

/** A file in a zip archive. */
export interface ZipEntry {
  /** With its folders, separated by slashes. */
  readonly name: string;
  /** Uncompressed size in bytes. */
  readonly size: number;
  /** The uncompressed bytes. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Lists the files of a zip archive, without its folders. Only the entries that are read are decompressed. */
export async function readZip(file: Blob | UploadSource): Promise<ZipEntry[]> {
  const archive = archiveOf(file);
  const { start, length } = await findDirectory(archive);
  const directory = viewOf(await archive.bytes(start, length));
  const entries: ZipEntry[] = [];
  for (let at = 0; at + directoryBytes <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== directorySignature) throw damaged();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => directory.getUint16(at + place, true));
    const end = at + directoryBytes + (nameLength ?? 0);
    const header = headerAt(directory, at, end + (extraLength ?? 0));
    const name = decodeName(directory, at + directoryBytes, end);
    if (!name.endsWith("/")) entries.push({ name, size: header.size, read: () => readEntry(archive, name, header) });
    at = end + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

const directoryBytes = 46;
const directorySignature = 0x02014b50;
const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const endBytes = 22;
const commentMax = 65_535;
const absent32 = 0xffffffff;

interface Archive {
  readonly size: number;
  bytes(start: number, length: number): Promise<Uint8Array>;
}

function archiveOf(file: Blob | UploadSource): Archive {
  const stream = (start: number) => (file instanceof Blob ? file.slice(start).stream() : file.stream(start));
  return {
    size: file.size,
    async bytes(start, length) {
      if (start < 0 || start + length > file.size) throw damaged();
      return readBytes(stream(start), length);
    },
  };
}

/** Reads no further than needed. */
async function readBytes(stream: ReadableStream<Uint8Array>, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const reader = stream.getReader();
  let at = 0;
  while (at < length) {
    const { done, value } = await reader.read();
    if (done) throw damaged();
    bytes.set(value.subarray(0, length - at), at);
    at += value.length;
  }
  await reader.cancel();
  return bytes;
}

interface Directory {
  readonly start: number;
  readonly length: number;
}

async function findDirectory(archive: Archive): Promise<Directory> {
  const tailStart = Math.max(0, archive.size - endBytes - commentMax);
  const tail = viewOf(await archive.bytes(tailStart, archive.size - tailStart));
  let at = tail.byteLength - endBytes;
  while (at >= 0 && tail.getUint32(at, true) !== endSignature) at -= 1;
  if (at < 0) throw new Error("The file is not a zip archive.");
  const start = tail.getUint32(at + 16, true);
  if (start !== absent32) return { start, length: tail.getUint32(at + 12, true) };
  // A large archive: a locator before the end has the place of a larger record.
  const end64 = viewOf(await archive.bytes(Number(tail.getBigUint64(at - 12, true)), 56));
  if (end64.getUint32(0, true) !== end64Signature) throw damaged();
  return { start: Number(end64.getBigUint64(48, true)), length: Number(end64.getBigUint64(40, true)) };
}

interface Header {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly size: number;
  readonly storedSize: number;
  readonly start: number;
}

function headerAt(directory: DataView, at: number, extraEnd: number): Header {
  const nameEnd = extraEnd - directory.getUint16(at + 30, true);
  const fields = [24, 20, 42].map((place) => directory.getUint32(at + place, true));
  const large = findLargeFields(directory, nameEnd, extraEnd);
  const [size = 0, storedSize = 0, start = 0] = fields.map((field) => (field === absent32 ? Number(large()) : field));
  const isEncrypted = (directory.getUint16(at + 8, true) & 1) === 1;
  return { method: directory.getUint16(at + 10, true), isEncrypted, size, storedSize, start };
}

/** The fields that do not fit into 32 bits, in the order of the format. */
function findLargeFields(directory: DataView, from: number, to: number): () => bigint {
  let at = from;
  while (at + 4 <= to && directory.getUint16(at, true) !== 1) at += 4 + directory.getUint16(at + 2, true);
  at += 4;
  return () => {
    if (at + 8 > to) throw damaged();
    at += 8;
    return directory.getBigUint64(at - 8, true);
  };
}

async function readEntry(archive: Archive, name: string, header: Header): Promise<Uint8Array<ArrayBuffer>> {
  if (header.isEncrypted) throw new Error(`${name} is encrypted. Use an archive without a password.`);
  if (header.method !== 0 && header.method !== 8) {
    throw new Error(`${name} has an unsupported compression. Use an archive with ordinary compression.`);
  }
  const local = viewOf(await archive.bytes(header.start, 30));
  const start = header.start + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  const stored = new Uint8Array(await archive.bytes(start, header.storedSize));
  if (header.method === 0) return stored;
  // No more than the stated size is decompressed.
  return readBytes(new Blob([stored]).stream().pipeThrough(new DecompressionStream("deflate-raw")), header.size);
}

function decodeName(directory: DataView, from: number, to: number): string {
  const bytes = new Uint8Array(directory.buffer, directory.byteOffset + from, to - from);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function damaged(): Error {
  return new Error("The zip archive is damaged.");
}
