import { shorten } from "./shorten.ts";

type TextListReading = { readonly value: readonly string[] } | { readonly error: string };
type ErrorOfEntry = (text: string) => string | undefined;

/** A list of texts, each valid and without duplicates. */
export function readTextList(values: readonly unknown[], validateEntry: ErrorOfEntry): TextListReading {
  const seen = new Set<string>();
  for (const [index, text] of values.entries()) {
    if (typeof text !== "string") {
      return { error: `must be a list of strings, but its entry ${index + 1} is not a string.` };
    }
    const found = seen.has(text) ? `contains ${shorten(text)} twice. Remove one.` : validateEntry(text);
    if (found !== undefined) {
      return { error: found };
    }
    seen.add(text);
  }
  return { value: [...seen] };
}
