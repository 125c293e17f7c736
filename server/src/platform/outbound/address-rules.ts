import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type AddressRange, contains, parseAddressRange } from "../address-range.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses that the operator allows for outbound calls. */
export type AllowedRange = AddressRange;

/** Parses the operator's comma-separated list, such as "10.20.0.0/16, fd00:1::/32". */
export function parseAllowedRanges(text: string): AllowedRange[] {
  return text.trim() === "" ? [] : text.split(",").map((part) => parseAddressRange(part.trim()));
}

/** Public unicast addresses and those in an allowed range. Anything but an address in canonical form is rejected. */
export function isAddressAllowed(address: string, allowed: readonly AllowedRange[]): boolean {
  const unzoned = address.replace(/%.*$/, "");
  if (isIP(unzoned) === 0 || !ipaddr.isValid(unzoned)) return false;

  const parsed = ipaddr.parse(unzoned);
  const embedded = embeddedV4(parsed);
  const isOpened = allowed.some((range) => contains(range, parsed));
  if (embedded === undefined) return isOpened || isPublic(parsed);

  // A form with an embedded IPv4 address is never public. An operator's range may allow it (a NAT64 network needs
  // that), and then the embedded address is checked too: otherwise the form would bypass the IPv4 rules.
  return isOpened && isAddressAllowed(embedded, allowed);
}

const embeddedForms: readonly { readonly range: AllowedRange; readonly offset: number; readonly mask: number }[] = [
  // IPv4-compatible (deprecated), mapped, and translated (SIIT).
  { range: parseAddressRange("::/96"), offset: 12, mask: 0 },
  { range: parseAddressRange("::ffff:0:0/96"), offset: 12, mask: 0 },
  { range: parseAddressRange("::ffff:0:0:0/96"), offset: 12, mask: 0 },
  // NAT64. The local prefix leaves the position of the IPv4 address to the operator; only the usual one is supported.
  { range: parseAddressRange("64:ff9b::/96"), offset: 12, mask: 0 },
  { range: parseAddressRange("64:ff9b:1::/48"), offset: 12, mask: 0 },
  // 6to4, and Teredo, which inverts the bits of the client's address.
  { range: parseAddressRange("2002::/16"), offset: 2, mask: 0 },
  { range: parseAddressRange("2001::/32"), offset: 12, mask: 0xff },
];

function embeddedV4(address: Address): string | undefined {
  if (!("parts" in address)) return undefined;
  // "::" and "::1" are in the IPv4-compatible range but embed no IPv4 address.
  const range = address.range();
  if (range === "unspecified" || range === "loopback") return undefined;

  const form = embeddedForms.find((candidate) => contains(candidate.range, address)) ?? isatapForm(address);
  if (form === undefined) return undefined;
  const bytes = address.toByteArray().slice(form.offset, form.offset + 4);
  return bytes.map((byte) => byte ^ form.mask).join(".");
}

// ISATAP may follow any prefix; it is recognized by the interface identifier (RFC 5214, 6.1).
function isatapForm(address: ipaddr.IPv6): { readonly offset: number; readonly mask: number } | undefined {
  const [, , , , flags = 0, marker = 0] = address.parts;
  return (flags & 0xfdff) === 0 && marker === 0x5efe ? { offset: 12, mask: 0 } : undefined;
}

// ipaddr.js classifies everything unknown as unicast, including the unallocated parts of IPv6.
const globalV6 = parseAddressRange("2000::/3");
// Azure's platform endpoint has a public address, and is reachable only from inside.
const azurePlatform = parseAddressRange("168.63.129.16/32");

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv6" ? contains(globalV6, address) : !contains(azurePlatform, address);
}
