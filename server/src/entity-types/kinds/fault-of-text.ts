const bytesMax = 1_048_576;
// With the u flag a whole pair is one code point above this class, so only halves match.
const half = /[\ud800-\udfff]/u;

/** Why a text cannot be a value. */
export function faultOfText(text: string): string | undefined {
  // A character takes three bytes at most: only long texts are measured.
  return text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax
    ? `must have at most ${bytesMax} bytes. Shorten it, or keep it in a file.`
    : faultOfCharacters(text);
}

/** PostgreSQL stores neither NUL nor half a character. Bodies were checked when they were read, cells were not. */
export function faultOfCharacters(text: string): string | undefined {
  if (text.includes("\0")) {
    return "holds the NUL character (U+0000), which cannot be stored. Remove it.";
  }
  return half.test(text) ? "holds half of a surrogate pair. Send whole characters." : undefined;
}
