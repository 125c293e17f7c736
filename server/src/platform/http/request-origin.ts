import { X509Certificate } from "node:crypto";
import { isIP, Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bracketedHost, isLoopbackName, unbracketedHost, unmappedAddress } from "../network-address.ts";
import { parseUrl } from "../parse-url.ts";

export interface OriginOptions {
  /** The public URL of the service, if the operator has set it. */
  readonly publicUrl: string | undefined;
  /** The address that the service listens on. */
  readonly host: string;
  readonly tls: { readonly cert: string } | undefined;
}

interface KnownOrigin {
  readonly publicUrl: string | undefined;
  readonly host: string;
  /** Replaced when the certificate is renewed. */
  certificate: X509Certificate | undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    knownOrigin: KnownOrigin;
  }
}

export function knowOrigin(app: FastifyInstance, { publicUrl, host, tls }: OriginOptions): void {
  const certificate = tls === undefined ? undefined : new X509Certificate(tls.cert);
  app.decorate("knownOrigin", { publicUrl, host: host.toLowerCase(), certificate });
}

/** Carries the caller's origin to an internal call of the service. Never read from the network. */
export const insideOriginHeader = "x-weft-inside-origin";

/** Whether the user reaches the service over TLS: its own, that of a trusted proxy, or that of WEFT_PUBLIC_URL. */
export function isSecureRequest(request: FastifyRequest): boolean {
  const { publicUrl } = request.server.knownOrigin;
  return (
    request.protocol === "https" ||
    publicUrl?.startsWith("https:") === true ||
    insideOrigin(request)?.startsWith("https:") === true
  );
}

/**
 * The base of links to the service, such as https://weft.example. A caller chooses the Host header, and a proxy may
 * forward any, so without WEFT_PUBLIC_URL only names that denote this service are used; else the address of the
 * connection.
 */
export function originOf(request: FastifyRequest): string {
  const known = request.server.knownOrigin;
  const inside = insideOrigin(request);
  if (known.publicUrl !== undefined || inside !== undefined) {
    return known.publicUrl ?? inside ?? "";
  }
  const claimed = parseUrl(`${request.protocol}://${request.host}`);
  const isClean = claimed !== undefined && claimed.href === `${claimed.origin}/`;
  return isClean && isOwnName(claimed.hostname, request, known) ? claimed.origin : connectionOrigin(request);
}

function isOwnName(name: string, request: FastifyRequest, { host, certificate }: KnownOrigin): boolean {
  const plain = unbracketedHost(name);
  const isCertified =
    isIP(plain) === 0 ? certificate?.checkHost(plain) !== undefined : certificate?.checkIP(plain) !== undefined;
  return isLoopbackName(name) || plain === host || plain === localAddress(request) || isCertified;
}

function connectionOrigin(request: FastifyRequest): string {
  const { socket } = request.raw;
  const address = localAddress(request);
  const protocol = "encrypted" in socket ? "https" : "http";
  return `${protocol}://${bracketedHost(address)}:${socket.localPort}`;
}

function localAddress({ raw }: FastifyRequest): string {
  return unmappedAddress(raw.socket.localAddress ?? "127.0.0.1");
}

/** An internal call has no connection, and only the service's own code can make one. */
function insideOrigin({ raw, headers }: FastifyRequest): string | undefined {
  const origin = headers[insideOriginHeader];
  return !(raw.socket instanceof Socket) && typeof origin === "string" ? origin : undefined;
}
