import { promises as dns, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type AddressRange, contains, parseAddressRange, unbracketedHost } from "../network-address.ts";
import { parseUrl } from "../parse-url.ts";
import { addressRefused, OutboundError, OutboundRefusedError } from "./outbound-error.ts";

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

/** The check of a URL before any call. A host name passes unresolved: its addresses are checked at each connection. */
export function checkOutboundUrl(url: string, allowedRanges: readonly AllowedRange[]): URL {
  const parsed = parseUrl(url);
  if (parsed === undefined) {
    throw new OutboundRefusedError("url", "Use a full URL, such as https://example.com/path.");
  }

  // The URL parser normalizes every notation of an IPv4 address (decimal, octal, hex, short).
  const { protocol, username, password, hostname } = parsed;
  if (protocol !== "http:" && protocol !== "https:") {
    throw new OutboundRefusedError("scheme", "Use a URL that starts with https:// or http://.");
  }
  if (username !== "" || password !== "") {
    throw new OutboundRefusedError("credentials", "Remove the user name and password from the URL.");
  }
  const literal = unbracketedHost(hostname);
  if (isIP(literal) !== 0 && !isAddressAllowed(literal, allowedRanges)) {
    throw addressRefused(hostname, literal);
  }
  return parsed;
}

/** All addresses of a host name. */
export type LookupAddresses = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface AddressFinderOptions {
  readonly allowedRanges: readonly AllowedRange[];
  /** Default: the system resolver. */
  readonly lookup?: LookupAddresses | undefined;
  /** Only addresses of its family are reachable from it. */
  readonly sourceAddress?: string | undefined;
}

/** Finds the checked addresses of a host, a name or a literal. Connections are allowed only to these. */
export function createAddressFinder(options: AddressFinderOptions): (host: string) => Promise<LookupAddress[]> {
  const { allowedRanges, sourceAddress } = options;
  const lookup = sharingLookup(options.lookup ?? lookupBySystem);
  return async (host) => {
    // The socket resolves names only: a literal has to be checked here.
    const family = isIP(host);
    const addresses = family === 0 ? await resolveName(lookup, host) : [{ address: host, family }];
    // One rejected address rejects the name: a mixed result is a mistake or an attack.
    const refused = addresses.find(({ address }) => !isAddressAllowed(address, allowedRanges));
    if (refused !== undefined) throw addressRefused(host, refused.address);
    return sourceAddress === undefined ? [...addresses] : ofFamily(addresses, isIP(sourceAddress), host);
  };
}

// The system has few threads for name resolution. A slow name must not occupy them all.
function sharingLookup(lookup: LookupAddresses): LookupAddresses {
  const inProgress = new Map<string, Promise<readonly LookupAddress[]>>();
  return (hostname) => {
    const shared = inProgress.get(hostname);
    if (shared !== undefined) return shared;
    const own = lookup(hostname).finally(() => inProgress.delete(hostname));
    inProgress.set(hostname, own);
    return own;
  };
}

function lookupBySystem(hostname: string): Promise<LookupAddress[]> {
  return dns.lookup(hostname, { all: true });
}

async function resolveName(lookup: LookupAddresses, hostname: string): Promise<readonly LookupAddress[]> {
  const unresolved = `The host name ${hostname} could not be resolved.`;
  const addresses = await lookup(hostname).catch((cause: unknown) => {
    throw new OutboundError("dns", unresolved, { cause });
  });
  if (addresses.length === 0) throw new OutboundError("dns", unresolved);
  return addresses;
}

function ofFamily(addresses: readonly LookupAddress[], family: number, host: string): LookupAddress[] {
  const reachable = addresses.filter(({ address }) => isIP(address) === family);
  if (reachable.length > 0) return reachable;
  throw new OutboundError(
    "connect",
    `The host ${host} has no IPv${family} address, but outbound requests use an IPv${family} source address.`,
  );
}
