import type { SignInWay } from "../profile-store.ts";
import type { Place } from "./place.ts";

/** The result of a sign-in method: credentials that are not verified yet. */
export interface SignInResult {
  readonly place: Place;
  readonly way: SignInWay;
  readonly credentials:
    | { readonly apiKey: string; readonly orgSlug: string; readonly accessToken?: never }
    | { readonly accessToken: string; readonly orgSlug?: string; readonly apiKey?: never };
  readonly email?: string;
}
