const orgKey = "weft.org";
const destinationKey = "weft.destination";

/** The organization that this browser has signed in to last. */
export function rememberedOrg(): string | undefined {
  return localStorage.getItem(orgKey) ?? undefined;
}

export function rememberOrg(orgSlug: string): void {
  localStorage.setItem(orgKey, orgSlug);
}

/** Where somebody wanted to go when they left for the identity provider. */
export function rememberDestination(href: string): void {
  sessionStorage.setItem(destinationKey, href);
}

/** Told once. Only an address of this console counts. */
export function takeDestination(): string | undefined {
  const href = sessionStorage.getItem(destinationKey) ?? undefined;
  sessionStorage.removeItem(destinationKey);
  return href?.startsWith("/") && !href.startsWith("//") ? href : undefined;
}
