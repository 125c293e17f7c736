const orgKey = "weft.org";
const identityKey = "weft.identity";
const destinationKey = "weft.destination";

/** The organization that this browser signed in to last. */
export function rememberedOrg(): string | undefined {
  return localStorage.getItem(orgKey) ?? undefined;
}

export function rememberOrg(orgSlug: string): void {
  localStorage.setItem(orgKey, orgSlug);
}

/** Notifies the other tabs of this browser of a sign-in. */
export function rememberIdentity(identity: string): void {
  localStorage.setItem(identityKey, identity);
}

/** Notifies them of a sign-out. */
export function forgetIdentity(): void {
  localStorage.removeItem(identityKey);
}

/** Listens for a sign-in or sign-out in another tab. */
export function onOtherIdentity(hear: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === identityKey) hear();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

/** The page that was requested before the redirect to the identity provider. */
export function rememberDestination(href: string): void {
  sessionStorage.setItem(destinationKey, href);
}

/** Returned once. Only an address of this console counts. */
export function takeDestination(): string | undefined {
  const href = sessionStorage.getItem(destinationKey) ?? undefined;
  sessionStorage.removeItem(destinationKey);
  return ownAddress(href);
}

/**
 * The address, when it is one of this console. Browsers read more than two slashes as another host: `/\host` is one.
 */
export function ownAddress(href: string | undefined, origin = location.origin): string | undefined {
  if (href?.startsWith("/") !== true || !URL.canParse(href, origin)) return undefined;
  const url = new URL(href, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : undefined;
}
