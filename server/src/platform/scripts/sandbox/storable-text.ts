const cutMark = " … (cut)";

/** A script's text in storable form: without NUL and lone surrogates, and cut between two characters. */
export function storableText(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text.replaceAll("\0", "\ufffd"));
  if (bytes.length <= bytesMax) {
    return bytes.toString();
  }
  const kept = bytes.subarray(0, bytesMax - Buffer.byteLength(cutMark));
  // Decoded as part of a stream: a character split by the cut is held back.
  return `${new TextDecoder().decode(kept, { stream: true })}${cutMark}`;
}
