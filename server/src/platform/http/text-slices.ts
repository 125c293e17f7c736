import { Readable } from "node:stream";

const sliceCharacters = 131_072;

/**
 * The text as bytes, a slice at a time and only as fast as they are sent. Sending it whole would encode and copy all of
 * it in one turn of the event loop.
 */
export function streamText(text: string): Readable {
  return Readable.from(slicesOf(text), { objectMode: false });
}

function* slicesOf(text: string): Generator<Buffer> {
  for (let start = 0; start < text.length; ) {
    const end = endOfSlice(text, start + sliceCharacters);
    yield Buffer.from(text.slice(start, end));
    start = end;
  }
}

/** A surrogate pair is one character in UTF-8. */
function endOfSlice(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}
