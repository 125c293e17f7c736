import type { FastifyRequest } from "fastify";
import { isLoopbackAddress, isLoopbackName } from "../loopback.ts";

/** Headers that a proxy adds. Any of them means that the call was forwarded, trusted proxy or not. */
const forwardingHeaders = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
] as const;

/**
 * Whether a program on this machine made the call directly. A proxy on this machine connects from loopback too, for
 * clients from anywhere, so a forwarded call never counts: neither one that a proxy has marked, nor one for a public
 * host name. The client address reported by a trusted proxy is ignored here, because clients can prepend to
 * X-Forwarded-For.
 */
export function isDirectLocalCall({ raw, headers, hostname }: FastifyRequest): boolean {
  return (
    isLoopbackAddress(raw.socket.remoteAddress ?? "") &&
    forwardingHeaders.every((name) => headers[name] === undefined) &&
    isLoopbackName(hostname)
  );
}
