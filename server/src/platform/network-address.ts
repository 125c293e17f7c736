import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface AddressRange {
  readonly network: Address;
  readonly prefixBits: number;
}

/**
 * Parses a CIDR range such as 10.20.0.0/16 or fd00:1::/32, which starts with its first address. Throws an Error that
 * states the expected format.
 */
export function parseAddressRange(text: string): AddressRange {
  const [address = "", bits = ""] = text.split("/");
  // isIP comes first: ipaddr.js parses "10/8" as 0.0.0.10/8.
  if (isIP(address) === 0 || !ipaddr.isValid(address) || text !== `${address}/${bits}` || !/^\d{1,3}$/.test(bits)) {
    throw new Error(`"${text}" is not an address range. Write it as 10.20.0.0/16 or fd00:1::/32.`);
  }

  const range = { network: ipaddr.parse(address), prefixBits: Number(bits) };
  const bytes = range.network.toByteArray();
  if (range.prefixBits > bytes.length * 8) {
    throw new Error(`"${text}" has a prefix longer than its address, which has ${bytes.length * 8} bits.`);
  }
  if (bytes.some((byte, index) => (byte & hostMask(range.prefixBits - index * 8)) !== 0)) {
    throw new Error(`"${text}" is an address inside a range. Write the first address of the range before the slash.`);
  }
  return range;
}

export function contains(range: AddressRange, address: Address): boolean {
  return range.network.kind() === address.kind() && address.match(range.network, range.prefixBits);
}

/** Whether a client's address is in one of the ranges. An IPv4-mapped IPv6 address counts as IPv4. */
export function isInRanges(ranges: readonly AddressRange[], address: string): boolean {
  const unzoned = address.replace(/%.*$/, "");
  if (!ipaddr.isValid(unzoned)) {
    return false;
  }
  const parsed = ipaddr.process(unzoned);
  return ranges.some((range) => contains(range, parsed));
}

// The bits of one byte after a prefix that ends at the given bit of it.
function hostMask(prefixBits: number): number {
  return 0xff >> Math.min(8, Math.max(0, prefixBits));
}

/** Whether a socket address belongs to this machine. IPv4 addresses may be IPv6-mapped. */
export function isLoopbackAddress(address: string): boolean {
  const plain = unmappedAddress(address.toLowerCase());
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}

/** Whether a host name, as in a URL or a Host header without its port, always means this machine. */
export function isLoopbackName(name: string): boolean {
  const plain = unbracketedHost(name.toLowerCase());
  return plain === "localhost" || isLoopbackAddress(plain);
}

/** A socket's IPv4 address without its IPv6 mapping, such as 127.0.0.1 for ::ffff:127.0.0.1. */
export function unmappedAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, "");
}

/** The host name of a URL without the brackets of an IPv6 address. */
export function unbracketedHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** An address or host name as written in a URL: with brackets if it is an IPv6 address. */
export function bracketedHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

// Hexadecimal forms included, which a proxy may forward.
const mappedPrefix = "::ffff:";

/**
 * The network that an address is counted as. One customer usually has a whole IPv6 /64, so its addresses count as one.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) {
    return address;
  }
  if (address.startsWith(mappedPrefix)) {
    return address.slice(mappedPrefix.length);
  }
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}
