import type { SignInWay } from "../profile-store.ts";
import type { Place } from "./place.ts";

/** What a way of signing in ends with: credentials that are still to be seen to work. */
export interface SignInResult {
  readonly place: Place;
  readonly way: SignInWay;
  readonly credentials:
    | { readonly apiKey: string; readonly orgSlug: string; readonly accessToken?: never }
    | { readonly accessToken: string; readonly orgSlug?: string; readonly apiKey?: never };
  readonly email?: string;
}
