import { isIP } from "node:net";

/** Whether a socket address belongs to this machine. IPv4 addresses may be IPv6-mapped. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}

/** Whether a host name, as in a URL or a Host header without its port, always means this machine. */
export function isLoopbackName(name: string): boolean {
  const plain = name.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return plain === "localhost" || isLoopbackAddress(plain);
}
