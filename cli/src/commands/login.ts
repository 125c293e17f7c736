import type { Command } from "commander";
import { usageError } from "../frame/cli-error.ts";
import type { Context, SharedOptions } from "../frame/context.ts";
import { commandAction, defineCommand } from "../frame/leaf.ts";
import { safeText } from "../output/safe-text.ts";
import { findPlace, type Place } from "../session/sign-in/place.ts";
import type { SignInResult } from "../session/sign-in/proven.ts";
import { storeSignIn } from "../session/sign-in/store-sign-in.ts";

interface LoginOptions extends SharedOptions {
  /** True where it is to be asked for. */
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
    description: "Sign in, and store that as a profile",
    examples: [
      "weft login --api-key --org acme --base-url https://weft.example.com/api",
      "weft login --email ada@example.com --org acme",
      "weft login --sso --org acme --profile production",
      "weft login --credentials data/first-credentials.json",
      "printenv CI_WEFT_KEY | weft login --api-key - --org acme",
    ],
  })
    .option("--api-key [key]", "with a key; - reads it from standard input, without a value it is asked for")
    .option("--email <address>", "with a password, which is asked for")
    .option("--password-stdin", "with --email: the password from standard input")
    .option("--sso", "with the identity provider of your organization, in a browser")
    .option("--no-browser", "with --sso: the browser is on another device")
    .option("--access-token [token]", "with a token that was issued to you; - and no value as with --api-key")
    .option("--credentials <file>", "with the first credentials of a new service")
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

/** Exactly one way; without any, a person is asked for a key. */
function wayOf(options: LoginOptions): Prove {
  const given = ways.filter((way) => options[way] !== undefined);
  const [way = "apiKey"] = given;
  if (given.length > 1)
    throw usageError("Sign in in one way: --api-key, --email, --sso, --access-token or --credentials.");
  if (options.passwordStdin === true && way !== "email") throw usageError("--password-stdin goes with --email.");
  if (!options.browser && way !== "sso") throw usageError("--no-browser goes with --sso.");
  return proves[way](options);
}

/** Loaded when used: most of them are not. */
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
