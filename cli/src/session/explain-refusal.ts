import { ApiError } from "@weft/client";
import { CliError } from "../frame/cli-error.ts";
import { exitCodes } from "../frame/exit-codes.ts";
import type { Session } from "./open-session.ts";
import type { Profile } from "./profile-store.ts";

/** The service does not say what is wrong with credentials; this adds what is known locally. */
export function explainRefusal(error: unknown, session: Session): unknown {
  if (!(error instanceof ApiError) || error.code !== "unauthenticated") return error;
  const { message, next } = report(session);
  return new CliError(message, { next, exitCode: exitCodes.notAllowed, cause: error });
}

function report({ baseUrl, orgSlug, profile, stored }: Session): { readonly message: string; readonly next: string } {
  if (profile === undefined || stored === undefined) {
    const place = orgSlug === undefined ? baseUrl : `${baseUrl} for the organization ${orgSlug}`;
    return {
      message: `The credentials in the environment are not accepted at ${place}.`,
      next: "Check WEFT_API_KEY or WEFT_ACCESS_TOKEN and WEFT_ORG, or unset them to use a profile.",
    };
  }
  if (orgSlug !== stored.orgSlug) {
    return {
      message: `The profile ${profile} is for the organization ${stored.orgSlug}, not for ${orgSlug}.`,
      next: `Sign in there: weft login --org ${orgSlug} --profile <another name>`,
    };
  }
  const next = `Sign in again: ${renewal(profile, stored)}`;
  const secret = stored.apiKey === undefined ? "sign-in" : "key";
  return stored.expiresOn !== undefined && Date.parse(stored.expiresOn) <= Date.now()
    ? { message: `The ${secret} of the profile ${profile} expired on ${stored.expiresOn}.`, next }
    : { message: `The ${secret} of the profile ${profile} is no longer accepted at ${baseUrl}.`, next };
}

/** The command that renews a profile; the profile has its URL and organization. */
function renewal(name: string, { way = "key", email = "<address>" }: Profile): string {
  const options = { key: "--api-key", token: "--access-token", sso: "--sso", password: `--email ${email}` };
  return `weft login ${options[way]} --profile ${name}`;
}
