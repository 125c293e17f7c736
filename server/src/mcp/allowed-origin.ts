import { isLoopbackName } from "../platform/loopback.ts";

export interface KnownOrigins {
  /** The external base URL of the service, if configured. */
  readonly publicUrl: string | undefined;
  /** Origins whose pages may call, or *. */
  readonly corsOrigins: readonly string[];
}

/**
 * Whether a page of this origin may call. The Host header proves nothing: with DNS rebinding, a foreign name that
 * points here sends a matching one. A loopback name cannot be rebound, and programs send no Origin at all.
 */
export function isAllowedOrigin(origin: string | undefined, { publicUrl, corsOrigins }: KnownOrigins): boolean {
  if (origin === undefined || corsOrigins.includes("*") || corsOrigins.includes(origin)) {
    return true;
  }
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const isOwn = publicUrl !== undefined && url?.origin === new URL(publicUrl).origin;
  return isOwn || isLoopbackName(url?.hostname ?? "");
}
