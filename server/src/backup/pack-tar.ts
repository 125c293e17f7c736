import assert from "node:assert";
import { type TarHeader, tarBlockBytes, tarHeader, tarPadding } from "./tar-header.ts";

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
