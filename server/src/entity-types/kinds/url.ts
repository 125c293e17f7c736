import { parseUrl } from "../../platform/parse-url.ts";
import { error, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { shorten, validateText } from "./validate-text.ts";

// URL alone would accept http:host, and silently ignore tabs and line breaks, which would then be stored.
const absolute = /^https?:\/\/[^\s\p{Cc}]+$/iu;

/** Stored as sent, not as URL would normalize it. */
export const urlKind: PropertyKind = {
  ordering: "text",
  readJson: (value) =>
    typeof value === "string" ? readUrl(value) : error("must be a URL, such as https://example.com/parka."),
  readCell: readUrl,
};

function readUrl(text: string): Reading {
  const found = validateText(text);
  if (found !== undefined) {
    return error(found);
  }
  return absolute.test(text) && parseUrl(text) !== undefined
    ? stored(text)
    : error(`is not an absolute URL: ${shorten(text)}. Write it as https://example.com/parka.`);
}
