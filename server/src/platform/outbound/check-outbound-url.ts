import { isIP } from "node:net";
import { parseUrl } from "../parse-url.ts";
import { type AllowedRange, isAddressAllowed } from "./address-rules.ts";
import { addressRefused, OutboundRefused } from "./outbound-refused.ts";

/** The check of a URL before any call. A host name passes unresolved: its addresses are checked at each connection. */
export function checkOutboundUrl(url: string, allowedRanges: readonly AllowedRange[]): URL {
  const parsed = parseUrl(url);
  if (parsed === undefined) {
    throw new OutboundRefused("url", "Use a full URL, such as https://example.com/path.");
  }

  // The URL parser normalizes every notation of an IPv4 address (decimal, octal, hex, short).
  const { protocol, username, password, hostname } = parsed;
  if (protocol !== "http:" && protocol !== "https:") {
    throw new OutboundRefused("scheme", "Use a URL that starts with https:// or http://.");
  }
  if (username !== "" || password !== "") {
    throw new OutboundRefused("credentials", "Remove the user name and password from the URL.");
  }
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal) !== 0 && !isAddressAllowed(literal, allowedRanges)) {
    throw addressRefused(hostname, literal);
  }
  return parsed;
}
