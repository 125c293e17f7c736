// Not URL.canParse: once Node 20 has optimized its caller, it rejects every URL with an "ü" or similar.
/** The URL of a text, resolved against the base if relative; undefined if it is not a URL. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** A URL without its password and parameters, which may contain one. */
export function maskUrl(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) {
    return "an address that cannot be read";
  }
  const { protocol, username, password, host, pathname } = url;
  const user = `${username}${password === "" ? "" : ":***"}`;
  return host === "" ? `${protocol}${pathname}` : `${protocol}//${user}${user === "" ? "" : "@"}${host}${pathname}`;
}
