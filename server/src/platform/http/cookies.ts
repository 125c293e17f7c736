/** The value of one cookie of a Cookie header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const found = header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return found?.slice(prefix.length);
}

export interface CookieOptions {
  readonly maxAgeSeconds: number;
  readonly path: string;
  readonly isSecure: boolean;
}

/** A Set-Cookie header that scripts cannot read and other sites' writes do not carry. The value must be URL-safe. */
export function writeCookie(name: string, value: string, options: CookieOptions): string {
  const parts = [
    `${name}=${value}`,
    `Max-Age=${options.maxAgeSeconds}`,
    `Path=${options.path}`,
    "HttpOnly",
    "SameSite=Lax",
  ];
  return [...parts, ...(options.isSecure ? ["Secure"] : [])].join("; ");
}
