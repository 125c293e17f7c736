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
