/** Precedes the bytes of a file, or stands alone for a folder. */
export interface TarHeader {
  /** From the root of the archive, separated by slashes, with none at its ends. */
  readonly path: string;
  readonly kind: "file" | "folder";
  readonly size: number;
  readonly modifiedOn: Date;
}

export const tarBlockBytes = 512;
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
export function tarPadding(size: number): Buffer {
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
