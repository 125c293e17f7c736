/**
 * The address, when it is one of this console. Browsers read more than two slashes as another host: `/\host` is one.
 */
export function ownAddress(href: string | undefined, origin = location.origin): string | undefined {
  if (href?.startsWith("/") !== true || !URL.canParse(href, origin)) return undefined;
  const url = new URL(href, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : undefined;
}
