import { isIP } from "node:net";

/** Whether an address of a socket is this machine's own. IPv4 may come in its IPv6 form. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}

/** Whether a host name, as it appears in a URL or a Host header without its port, always means this machine. */
export function isLoopbackName(name: string): boolean {
  const plain = name.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return plain === "localhost" || isLoopbackAddress(plain);
}
