const shownMax = 80;
// With the u flag a surrogate pair is one code point, so \p{Cs} matches only lone surrogates.
const unprintable = /[\p{Cc}\p{Cs}]/gu;

/** A caller's text for a message: short, and without characters that cannot be shown or stored. */
export function shorten(text: string): string {
  const start = text.slice(0, shownMax);
  return (text.length > shownMax ? `${withoutHalf(start)}…` : start).replace(unprintable, "\ufffd");
}

/** The cut may split a surrogate pair. */
function withoutHalf(start: string): string {
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}
