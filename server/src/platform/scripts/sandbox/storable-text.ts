const cutMark = " … (cut)";

/** A script's text as it can be kept: without NUL and halves of characters, and cut between two characters. */
export function storableText(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text.replaceAll("\0", "\ufffd"));
  if (bytes.length <= bytesMax) {
    return bytes.toString();
  }
  const kept = bytes.subarray(0, bytesMax - Buffer.byteLength(cutMark));
  // As part of a stream: a character that the cut went through is held back.
  return `${new TextDecoder().decode(kept, { stream: true })}${cutMark}`;
}
