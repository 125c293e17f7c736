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
