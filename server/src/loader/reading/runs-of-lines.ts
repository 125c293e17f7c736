const lineFeed = 10;
// The first lead byte of characters beyond U+00FF.
const firstWide = 0xc4;

/**
 * Splits UTF-8 between lines with characters beyond Latin-1 and lines without. The engine stores a text with such a
 * character, and all its substrings, with two bytes per character: a single ™ would double the memory of thousands of
 * rows.
 */
export function* runsOfLines(bytes: Uint8Array): Generator<Uint8Array, void> {
  let runStart = 0;
  let lineStart = 0;
  let isRunWide = false;
  while (lineStart < bytes.length) {
    const lineEnd = endOfLine(bytes, lineStart);
    const isLineWide = isWide(bytes, lineStart, lineEnd);
    if (isLineWide !== isRunWide && lineStart > runStart) {
      yield bytes.subarray(runStart, lineStart);
      runStart = lineStart;
    }
    isRunWide = isLineWide;
    lineStart = lineEnd;
  }
  if (runStart < bytes.length) {
    yield bytes.subarray(runStart);
  }
}

function endOfLine(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(lineFeed, start);
  return end === -1 ? bytes.length : end + 1;
}

function isWide(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if ((bytes[at] ?? 0) >= firstWide) {
      return true;
    }
  }
  return false;
}
