// With the u flag a surrogate pair is one code point above this class, so only lone surrogates match.
const nulOrLoneSurrogate = /[\0\ud800-\udfff]/u;
const everyUnstorable = new RegExp(nulOrLoneSurrogate, "gu");

/** PostgreSQL stores neither NUL nor lone surrogates. */
export function isStorableText(text: string): boolean {
  return !nulOrLoneSurrogate.test(text);
}

/** A text in a form that PostgreSQL can store. */
export function storableText(text: string): string {
  return text.replace(everyUnstorable, "\ufffd");
}

/** The start of a text, without half of a surrogate pair at its end. */
export function startOfText(text: string, charactersMax: number): string {
  return text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, "");
}
