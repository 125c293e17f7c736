import { ownAddress } from "./own-address.ts";

const orgKey = "weft.org";
const identityKey = "weft.identity";
const destinationKey = "weft.destination";

/** The organization that this browser has signed in to last. */
export function rememberedOrg(): string | undefined {
  return localStorage.getItem(orgKey) ?? undefined;
}

export function rememberOrg(orgSlug: string): void {
  localStorage.setItem(orgKey, orgSlug);
}

/** Tells the other tabs of this browser who has signed in. */
export function rememberIdentity(identity: string): void {
  localStorage.setItem(identityKey, identity);
}

/** Tells them that nobody has. */
export function forgetIdentity(): void {
  localStorage.removeItem(identityKey);
}

/** Hears when another tab signs somebody in or out. */
export function onOtherIdentity(hear: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === identityKey) hear();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

/** Where somebody wanted to go when they left for the identity provider. */
export function rememberDestination(href: string): void {
  sessionStorage.setItem(destinationKey, href);
}

/** Told once. Only an address of this console counts. */
export function takeDestination(): string | undefined {
  const href = sessionStorage.getItem(destinationKey) ?? undefined;
  sessionStorage.removeItem(destinationKey);
  return ownAddress(href);
}
