import { isUtf8 } from "node:buffer";
import type { encodings } from "@weft/contract";

export type Encoding = (typeof encodings)[number];

interface ByteOrderMark {
  readonly encoding: Encoding;
  readonly bytes: readonly number[];
}

const byteOrderMarks: readonly ByteOrderMark[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

export function findByteOrderMark(head: Uint8Array): ByteOrderMark | undefined {
  return byteOrderMarks.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
}

/** The number of bytes that form whole characters. The rest starts a character that continues in the next chunk. */
export function wholeCharactersLength(bytes: Uint8Array, encoding: Encoding): number {
  switch (encoding) {
    case "utf-8":
      return wholeUtf8Length(bytes);
    case "utf-16le":
      return wholeUtf16Length(bytes, 1);
    case "utf-16be":
      return wholeUtf16Length(bytes, 0);
    case "windows-1252":
      return bytes.length;
  }
}

/** Undefined if the bytes are not valid text in this encoding. */
export function decodeWhole(bytes: Uint8Array, encoding: Encoding): string | undefined {
  switch (encoding) {
    case "utf-8":
      // Not TextDecoder: in strict mode it takes a quarter longer.
      return isUtf8(bytes) ? asBuffer(bytes).toString("utf8") : undefined;
    case "utf-16le":
    case "utf-16be":
      return decodeUtf16(bytes, encoding);
    case "windows-1252":
      return decodeWindows1252(bytes);
  }
}

/** The longest prefix of the bytes that is valid text in this encoding. */
export function decodeStart(bytes: Uint8Array, encoding: Encoding): string {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    const start = bytes.subarray(0, middle);
    const isGood = decodeWhole(start.subarray(0, wholeCharactersLength(start, encoding)), encoding) !== undefined;
    good = isGood ? middle : good;
    bad = isGood ? bad : middle;
  }
  const start = bytes.subarray(0, good);
  return decodeWhole(start.subarray(0, wholeCharactersLength(start, encoding)), encoding) ?? "";
}

function decodeUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The characters from 0x80 on where Windows-1252 differs from Latin-1. Its five undefined ones are controls, as on the
 * web.
 */
const windowsCharacters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Not TextDecoder: in Node 20 it decodes a whole text as Latin-1, without the euro sign and curly quotes. */
function decodeWindows1252(bytes: Uint8Array): string {
  return asBuffer(bytes)
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (control) => windowsCharacters.charAt(control.charCodeAt(0) - 0x80));
}

/** A view, not a copy. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function wholeUtf8Length(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    const isContinuation = (byte & 0b1100_0000) === 0b1000_0000;
    if (!isContinuation) {
      return utf8Length(byte) > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** The length of the character that this byte starts. */
function utf8Length(first: number): number {
  if (first >= 0b1111_0000) {
    return 4;
  }
  if (first >= 0b1110_0000) {
    return 3;
  }
  return first >= 0b1100_0000 ? 2 : 1;
}

function wholeUtf16Length(bytes: Uint8Array, highByteOffset: 0 | 1): number {
  const units = bytes.length - (bytes.length % 2);
  const lastHighByte = bytes[units - 2 + highByteOffset] ?? 0;
  const isHighSurrogate = (lastHighByte & 0b1111_1100) === 0b1101_1000;
  return units >= 2 && isHighSurrogate ? units - 2 : units;
}
