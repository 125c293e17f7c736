import { ApiError, type Whoami } from "@weft/client";
import { CliError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { sessionOf } from "../open-session.ts";
import { keepProfile } from "../profile-store.ts";
import type { SignInResult } from "./proven.ts";

interface SignedIn {
  readonly who: Whoami;
  readonly profile: string;
  readonly baseUrl: string;
}

/** Verifies credentials, stores them as a profile and makes it the current one. */
export async function storeSignIn(context: Context, proven: SignInResult): Promise<SignedIn> {
  const { place, credentials, way, email } = proven;
  const { profile } = place;
  reportOpenTravel(context, place.baseUrl);
  const { weft } = sessionOf({ credentials, baseUrl: place.baseUrl, orgSlug: place.orgSlug });
  const who = await weft.call("whoami", {}, { signal: context.signal }).catch((error) => {
    throw explainUnknown(error, proven);
  });
  const { expiresOn } = who.credential;
  const { baseUrl } = weft;
  keepProfile(context.terminal, profile, {
    ...credentials,
    baseUrl,
    orgSlug: who.org.slug,
    name: who.actor.name,
    way,
    ...(expiresOn === undefined ? {} : { expiresOn }),
    ...(email === undefined ? {} : { email }),
  });
  reportPrecedingChanges(context, profile);
  return { who, profile, baseUrl };
}

function explainUnknown(error: unknown, { place, credentials }: SignInResult): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  const isKey = credentials.apiKey !== undefined;
  const org = credentials.orgSlug === undefined ? "" : ` for the organization ${credentials.orgSlug}`;
  return new CliError(`The ${isKey ? "key" : "token"} is not accepted at ${place.baseUrl}${org}. Nothing was stored.`, {
    next: isKey ? "Check the key, --org and --base-url." : "Check the token and --base-url; it may have expired.",
    exitCode: exitCodes.notAllowed,
    cause: error,
  });
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** A warning, not an error: the network may be protected by other means. */
function reportOpenTravel({ print }: Context, baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol === "http:" && !loopback.test(url.hostname)) {
    print.note(`${baseUrl} does not use https: your credentials can be intercepted.`);
  }
}

/** Explains why commands do not use the new profile. */
function reportPrecedingChanges({ terminal, print }: Context, profile: string): void {
  const { env } = terminal;
  const name = ["WEFT_API_KEY", "WEFT_ACCESS_TOKEN"].find((candidate) => env[candidate]);
  if (name !== undefined)
    print.note(`${name} is set and takes precedence over the profile: unset it, or pass --profile.`);
  if (env["WEFT_PROFILE"] && env["WEFT_PROFILE"] !== profile) {
    print.note(`WEFT_PROFILE is set to ${env["WEFT_PROFILE"]} and takes precedence over the current profile.`);
  }
}
