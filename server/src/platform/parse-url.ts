// Not URL.canParse: once Node 20 has compiled its caller, it denies every URL that has an "ü" or the like in it.
/** The URL that a text is, or that a relative one leads to; undefined where it is none. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
