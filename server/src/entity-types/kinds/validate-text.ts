import { startOfText } from "../../platform/storable-text.ts";

const bytesMax = 1_048_576;

/** Why a text is not a valid value. */
export function validateText(text: string): string | undefined {
  // A character takes three bytes at most: only long texts are measured.
  return text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax
    ? `must have at most ${bytesMax} bytes. Shorten it, or store it in a file.`
    : validateCharacters(text);
}

/** PostgreSQL stores neither NUL nor lone surrogates. Bodies were checked when they were parsed, cells were not. */
export function validateCharacters(text: string): string | undefined {
  if (text.includes("\0")) {
    return "contains the NUL character (U+0000), which cannot be stored. Remove it.";
  }
  return text.isWellFormed() ? undefined : "contains half of a surrogate pair. Send complete characters.";
}

const shownMax = 80;
// With the u flag a surrogate pair is one code point, so \p{Cs} matches only lone surrogates.
const unprintable = /[\p{Cc}\p{Cs}]/gu;

/** A caller's text for a message: short, and without characters that cannot be shown or stored. */
export function shorten(text: string): string {
  const shown = text.length > shownMax ? `${startOfText(text, shownMax)}…` : text;
  return shown.replace(unprintable, "\ufffd");
}
