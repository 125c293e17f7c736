// Not URL.canParse: once Node 20 has optimized its caller, it rejects every URL with an "ü" or similar.
/** The URL of a text, resolved against the base if relative; undefined if it is not a URL. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

// The user and password end at the last @ of the authority, and may contain commas.
const authorityPattern = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)(.*)$/is;

/** One URL per host of a URL that may name several, as in postgres://user@db1:5432,db2:5432/weft. */
export function splitHosts(text: string): readonly [string, ...string[]] {
  const [, protocol = "", authority = "", rest = ""] = authorityPattern.exec(text) ?? [];
  const start = authority.lastIndexOf("@") + 1;
  const hosts = authority.slice(start).split(",");
  const [first, ...others] = hosts.map((host) => `${protocol}${authority.slice(0, start)}${host}${rest}`);
  return hosts.length === 1 || first === undefined ? [text] : [first, ...others];
}

/** A URL without its password and parameters, which may contain one. */
export function maskUrl(text: string): string {
  const urls = splitHosts(text).map((one) => parseUrl(one));
  const [url] = urls;
  if (url === undefined || urls.includes(undefined)) {
    return "an address that cannot be read";
  }
  const { protocol, username, password, pathname } = url;
  const host = urls.map((one) => one?.host).join(",");
  const user = `${username}${password === "" ? "" : ":***"}`;
  return host === "" ? `${protocol}${pathname}` : `${protocol}//${user}${user === "" ? "" : "@"}${host}${pathname}`;
}
