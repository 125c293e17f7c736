import { parseUrl } from "../../platform/parse-url.ts";
import { faultOfText } from "./fault-of-text.ts";
import { fault, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { shorten } from "./shorten.ts";

// URL alone would take http:host, and quietly drop tabs and line ends that then stand in what is stored.
const absolute = /^https?:\/\/[^\s\p{Cc}]+$/iu;

/** Stored as it came, not as URL would write it. */
export const urlKind: PropertyKind = {
  ordering: "text",
  readJson: (value) =>
    typeof value === "string" ? readUrl(value) : fault("must be an address, such as https://example.com/parka."),
  readCell: readUrl,
};

function readUrl(text: string): Reading {
  const found = faultOfText(text);
  if (found !== undefined) {
    return fault(found);
  }
  return absolute.test(text) && parseUrl(text) !== undefined
    ? stored(text)
    : fault(`is not an absolute address: ${shorten(text)}. Write it as https://example.com/parka.`);
}
