import type { FastifyRequest } from "fastify";
import { isLoopbackAddress, isLoopbackName } from "../loopback.ts";

/** Headers that a proxy adds. Any of them means that the call was forwarded, whoever the service trusts. */
const forwardingHeaders = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
] as const;

/**
 * Whether a program on this machine made the call itself. A proxy on this machine connects from loopback too, for clients
 * from anywhere, so a forwarded call never counts: neither one that a proxy has marked, nor one for a public host name.
 * The client address that a trusted proxy reports is not believed here, because clients can prepend to X-Forwarded-For.
 */
export function isDirectLocalCall({ raw, headers, hostname }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(raw.socket.remoteAddress ?? "") &&
    forwardingHeaders.every((name) => headers[name] === undefined) &&
    isLoopbackName(hostname)
  );
}
