import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { baseUrlDefault } from "../open-session.ts";
import { chosenName, loadProfiles, profileOf } from "../profile-store.ts";

/** Where to sign in, and the profile to store. */
export interface Place {
  readonly profile: string;
  readonly baseUrl: string;
  /** Undefined if not given; some methods provide it. */
  readonly orgSlug: string | undefined;
  /** Options of the user, which override those of a file. */
  readonly asked: Pick<SharedOptions, "org" | "baseUrl">;
}

/** Options, then environment, then the profile that is renewed. */
export function findPlace({ terminal }: Context, options: SharedOptions): Place {
  const stored = loadProfiles(terminal);
  const profile = chosenName(terminal, stored, options.profile);
  const before = profileOf(stored, profile);
  const { env } = terminal;
  return {
    profile,
    baseUrl: options.baseUrl ?? (env["WEFT_BASE_URL"] || before?.baseUrl || baseUrlDefault),
    orgSlug: options.org ?? (env["WEFT_ORG"] || before?.orgSlug),
    asked: options,
  };
}

/** The organization; prompts for it if not given. */
export async function requireOrg({ terminal, signal }: Context, { orgSlug }: Place): Promise<string> {
  if (orgSlug !== undefined) return orgSlug;
  const asked = terminal.isInteractive ? await terminal.ask({ text: "Organization:", signal }) : "";
  if (asked.trim() === "") throw usageError("Organization missing.", "Pass --org <slug>, or set WEFT_ORG.");
  return asked.trim();
}
