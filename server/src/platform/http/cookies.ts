/** The value of one cookie of a Cookie header. */
function readCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const found = header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return found?.slice(prefix.length);
}

/**
 * The value of a request's cookie. Over TLS a name without the prefix is rejected: any host of the domain could have
 * set it.
 */
export function readRequestCookie(request: CookieRequest, name: string): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : readCookie(cookie, cookieName(name, request.isSecure));
}

interface CookieRequest {
  readonly headers: { readonly cookie?: string | undefined };
  readonly isSecure: boolean;
}

export interface CookieOptions {
  readonly maxAgeSeconds: number;
  /** Without TLS only; a cookie over TLS applies to the whole host. */
  readonly path: string;
  readonly isSecure: boolean;
}

/**
 * The name of a cookie in the browser. Over TLS its prefix makes browsers reject one set by another host of the domain
 * or a page without TLS, so that no attacker can plant a session.
 */
function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

/**
 * A Set-Cookie header that scripts cannot read and that writes from other sites do not carry. The value must be
 * URL-safe.
 */
export function writeCookie(name: string, value: string, options: CookieOptions): string {
  const { maxAgeSeconds, isSecure } = options;
  const parts = [
    `${cookieName(name, isSecure)}=${value}`,
    `Max-Age=${maxAgeSeconds}`,
    // Browsers accept a name with the prefix only with this path, Secure, and no Domain.
    `Path=${isSecure ? "/" : options.path}`,
    "HttpOnly",
    "SameSite=Lax",
  ];
  return [...parts, ...(isSecure ? ["Secure"] : [])].join("; ");
}
