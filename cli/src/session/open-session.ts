import { type Credentials, Weft } from "@weft/client";
import { CliError, usageError } from "../frame/cli-error.ts";
import { exitCodes } from "../frame/exit-codes.ts";
import type { Terminal } from "../frame/terminal.ts";
import { cliVersion } from "../version.ts";
import { chosenName, loadProfiles, type Profile } from "./profile-store.ts";
import { requireProfile } from "./require-profile.ts";

export const baseUrlDefault = "http://127.0.0.1:3000/api";
/** Identifies the CLI as the source of changes. */
const userAgent = `weft-cli/${cliVersion}`;

export interface Session {
  readonly weft: Weft;
  readonly baseUrl: string;
  /** Undefined if only a token is given. */
  readonly orgSlug: string | undefined;
  /** The profile of the credentials; undefined for those of the environment. */
  readonly profile: string | undefined;
  /** As stored. */
  readonly stored: Profile | undefined;
}

/** As passed by the user. */
interface Asked {
  readonly profile?: string;
  readonly org?: string;
  readonly baseUrl?: string;
}

/** Options, then environment, then profile; with --profile the environment is ignored. */
export async function openSession(terminal: Terminal, options: Asked): Promise<Session> {
  const env: Terminal["env"] = options.profile === undefined ? terminal.env : {};
  const orgSlug = options.org ?? (env["WEFT_ORG"] || undefined);
  const baseUrl = options.baseUrl ?? (env["WEFT_BASE_URL"] || undefined);
  if (env["WEFT_API_KEY"] || env["WEFT_ACCESS_TOKEN"]) {
    return sessionOf({
      credentials: environmentCredentials(env, orgSlug),
      baseUrl: baseUrl ?? baseUrlDefault,
      orgSlug,
    });
  }
  const { name, profile } = findProfile(terminal, options);
  if (baseUrl !== undefined && withoutSlash(baseUrl) !== withoutSlash(profile.baseUrl)) {
    // A key must not be sent to another service by mistake.
    throw new CliError(`The profile ${name} is for ${profile.baseUrl}, not for ${baseUrl}.`, {
      next: `weft login --base-url ${baseUrl} --profile <another name>`,
      exitCode: exitCodes.usage,
    });
  }
  return sessionOf({
    credentials: credentialsOf(profile, orgSlug),
    baseUrl: profile.baseUrl,
    orgSlug: orgSlug ?? profile.orgSlug,
    profile: name,
    stored: profile,
  });
}

/** A session without credentials, for signing in. */
export function openDoor(baseUrl: string): Weft {
  return connect(baseUrl, {});
}

export function sessionOf(given: {
  readonly credentials: Credentials;
  readonly baseUrl: string;
  readonly orgSlug: string | undefined;
  readonly profile?: string;
  readonly stored?: Profile;
}): Session {
  const { credentials, baseUrl, orgSlug, profile, stored } = given;
  return { weft: connect(baseUrl, credentials), baseUrl, orgSlug, profile, stored };
}

/** The client explains an invalid URL. */
function connect(baseUrl: string, credentials: Credentials | Record<never, never>): Weft {
  try {
    return new Weft({ ...credentials, baseUrl, userAgent });
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message);
    throw error;
  }
}

function environmentCredentials(env: Terminal["env"], orgSlug: string | undefined): Credentials {
  const { WEFT_API_KEY: apiKey, WEFT_ACCESS_TOKEN: accessToken } = env;
  if (apiKey) {
    if (!orgSlug) {
      throw new CliError("WEFT_API_KEY is set, but the organization is unknown.", {
        next: "Set WEFT_ORG, or pass --org <slug>.",
        exitCode: exitCodes.usage,
      });
    }
    return { apiKey, orgSlug };
  }
  return { accessToken: accessToken ?? "", ...(orgSlug ? { orgSlug } : {}) };
}

function credentialsOf(profile: Profile, orgSlug: string | undefined): Credentials {
  const org = orgSlug ?? profile.orgSlug;
  return profile.apiKey === undefined
    ? { accessToken: profile.accessToken ?? "", orgSlug: org }
    : { apiKey: profile.apiKey, orgSlug: org };
}

function findProfile(terminal: Terminal, options: Asked): { readonly name: string; readonly profile: Profile } {
  const stored = loadProfiles(terminal);
  const name = chosenName(terminal, stored, options.profile);
  return { name, profile: requireProfile(stored, name) };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
