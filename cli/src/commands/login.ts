import type { Command } from "commander";
import { usageError } from "../frame/cli-error.ts";
import type { Context, SharedOptions } from "../frame/context.ts";
import { commandAction, defineCommand } from "../frame/define-command.ts";
import { safeText } from "../output/safe-text.ts";
import { findPlace, type Place } from "../session/sign-in/place.ts";
import type { SignInResult } from "../session/sign-in/proven.ts";
import { storeSignIn } from "../session/sign-in/store-sign-in.ts";

interface LoginOptions extends SharedOptions {
  /** True: prompt for it. */
  readonly apiKey?: string | true;
  readonly accessToken?: string | true;
  readonly email?: string;
  readonly passwordStdin?: boolean;
  readonly sso?: boolean;
  readonly browser: boolean;
  readonly credentials?: string;
}

export function loginCommand(): Command {
  return defineCommand("login", {
    description: "Sign in and store a profile",
    examples: [
      "weft login --api-key --org acme --base-url https://weft.example.com/api",
      "weft login --email ada@example.com --org acme",
      "weft login --sso --org acme --profile production",
      "weft login --credentials data/first-credentials.json",
      "printenv CI_WEFT_KEY | weft login --api-key - --org acme",
    ],
  })
    .option("--api-key [key]", "use an API key; - reads it from standard input, no value prompts for it")
    .option("--email <address>", "use a password; prompts for it")
    .option("--password-stdin", "with --email: read the password from standard input")
    .option("--sso", "use single sign-on in a browser")
    .option("--no-browser", "with --sso: sign in on another device")
    .option("--access-token [token]", "use an access token; - and no value as with --api-key")
    .option("--credentials <file>", "use the first credentials of a new service")
    .action(
      commandAction<LoginOptions>(async (context, { options }) => {
        const prove = wayOf(options);
        const place = findPlace(context, options);
        const { who, profile, baseUrl } = await storeSignIn(context, await prove(context, place));
        context.print.result({ ...who, baseUrl, profile }, () => {
          const { name, type } = who.actor;
          return safeText(`Signed in to ${who.org.slug} as ${name} (${type}) at ${baseUrl}, profile ${profile}.`);
        });
      }),
    );
}

type Prove = (context: Context, place: Place) => Promise<SignInResult>;

const ways = ["apiKey", "email", "sso", "accessToken", "credentials"] as const;

/** Exactly one method; without one, prompts for a key. */
function wayOf(options: LoginOptions): Prove {
  const given = ways.filter((way) => options[way] !== undefined);
  const [way = "apiKey"] = given;
  if (given.length > 1)
    throw usageError("Use one sign-in method: --api-key, --email, --sso, --access-token or --credentials.");
  if (options.passwordStdin === true && way !== "email") throw usageError("--password-stdin requires --email.");
  if (!options.browser && way !== "sso") throw usageError("--no-browser requires --sso.");
  return proves[way](options);
}

/** Loaded on use. */
const proves: Readonly<Record<(typeof ways)[number], (options: LoginOptions) => Prove>> = {
  apiKey:
    ({ apiKey }) =>
    async (context, place) =>
      (await import("../session/sign-in/prove-by-secret.ts")).proveByKey(context, place, apiKey),
  accessToken:
    ({ accessToken }) =>
    async (context, place) =>
      (await import("../session/sign-in/prove-by-secret.ts")).proveByToken(context, place, accessToken),
  email:
    ({ email = "", passwordStdin = false }) =>
    async (context, place) =>
      (await import("../session/sign-in/prove-by-password.ts")).proveByPassword(context, place, {
        email,
        passwordStdin,
      }),
  sso:
    ({ browser }) =>
    async (context, place) =>
      (await import("../session/sign-in/prove-by-sso.ts")).proveBySso(context, place, browser),
  credentials:
    ({ credentials = "" }) =>
    async (context, place) =>
      (await import("../session/sign-in/prove-by-credentials.ts")).proveByCredentials(context, place, credentials),
};
