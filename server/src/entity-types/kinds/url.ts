import { parseUrl } from "../../platform/parse-url.ts";
import { error, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { shorten } from "./shorten.ts";
import { validateText } from "./validate-text.ts";

// URL alone would take http:host, and quietly drop tabs and line ends that then stand in what is stored.
const absolute = /^https?:\/\/[^\s\p{Cc}]+$/iu;

/** Stored as it came, not as URL would write it. */
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
