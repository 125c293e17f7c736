import { isLoopbackName } from "../platform/loopback.ts";

export interface KnownOrigins {
  /** Where the service is reached from outside, if the operator has said so. */
  readonly publicUrl: string | undefined;
  /** Whose pages may call, or *. */
  readonly corsOrigins: readonly string[];
}

/**
 * Whether a page of this origin may call. The Host header proves nothing: a name of a stranger that was made to point here
 * (DNS rebinding) has it right. A loopback name cannot be made to, and programs send no Origin at all.
 */
export function isAllowedOrigin(origin: string | undefined, { publicUrl, corsOrigins }: KnownOrigins): boolean {
  if (origin === undefined || corsOrigins.includes("*") || corsOrigins.includes(origin)) {
    return true;
  }
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const isOwn = publicUrl !== undefined && url?.origin === new URL(publicUrl).origin;
  return isOwn || isLoopbackName(url?.hostname ?? "");
}
