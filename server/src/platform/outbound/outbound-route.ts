import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { parseUrl } from "../parse-url.ts";

/** The operator's route for outbound calls. */
export interface OutboundRoute {
  /** The local address of outgoing connections. */
  readonly sourceAddress?: string | undefined;
  /**
   * An HTTP proxy that makes every connection with CONNECT. It is the operator's, and its own address is not checked.
   */
  readonly proxyUrl?: URL | undefined;
}

/** Parses the operator's source address, such as "203.0.113.7". */
export function parseSourceAddress(text: string): string {
  const address = text.trim();
  if (isIP(address) === 0 || !ipaddr.isValid(address)) {
    throw new Error(`"${address}" is not an IP address. Use one of this machine, such as 203.0.113.7.`);
  }
  const kind = ipaddr.parse(address.replace(/%.*$/, "")).range();
  if (kind === "unspecified" || kind === "multicast" || kind === "broadcast") {
    throw new Error(`"${address}" is not a source address. Use one of this machine.`);
  }
  return address;
}

/** Parses the operator's proxy. The message repeats nothing of the text, which may contain a password. */
export function parseProxyUrl(text: string): URL {
  const example = "Write it as http://host:port or http://user:password@host:port.";
  const url = parseUrl(text.trim());
  if (url === undefined) throw new Error(`The proxy is not a URL. ${example}`);
  if (url.protocol !== "http:") throw new Error(`The proxy must use http. ${example}`);
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    throw new Error(`The proxy URL has more than a host and a port. ${example}`);
  }
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw new Error("The proxy's user or password has an invalid percent-encoding. Write a % in it as %25.");
  }
  return url;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
