import type { FastifyInstance, FastifyRequest } from "fastify";

export interface OriginOptions {
  /** The address of the service as its users know it, when the operator has set it. */
  readonly publicUrl: string | undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    originOptions: OriginOptions;
  }
}

export function knowOrigin(app: FastifyInstance, { publicUrl }: OriginOptions): void {
  app.decorate("originOptions", { publicUrl });
}

/** Carries the caller's origin to a call that the service makes to itself. Never read from the network. */
export const insideOriginHeader = "x-weft-inside-origin";

/** Whether the user reaches the service over TLS: its own, that of a trusted proxy, or that of WEFT_PUBLIC_URL. */
export function isSecureRequest(request: FastifyRequest): boolean {
  const { publicUrl } = request.server.originOptions;
  return (
    request.protocol === "https" ||
    publicUrl?.startsWith("https:") === true ||
    insideOrigin(request)?.startsWith("https:") === true
  );
}

/** A call from inside has no connection, and only code of the service can make one. */
function insideOrigin({ raw, headers }: FastifyRequest): string | undefined {
  const origin = headers[insideOriginHeader];
  return raw.socket.localAddress === undefined && typeof origin === "string" ? origin : undefined;
}
