import { crc32, deflateRawSync } from "node:zlib";

interface Part {
  readonly name: string;
  readonly text: string;
  readonly method?: number;
  readonly flags?: number;
}

/** A zip archive as the format describes it. */
export function zipOf(parts: readonly Part[], comment = ""): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, method = 8, flags = 0x800 } of parts) {
    const bytes = Buffer.from(text);
    const stored = method === 8 ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(stored.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    locals.push(Buffer.from("504b0304", "hex"), common, Buffer.from(name), stored);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("504b01021400", "hex"), common, place, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + stored.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, directoryBytes, end, Buffer.from(comment)]);
}
