import { usageError } from "../../frame/cli-error.ts";
import type { Context, SharedOptions } from "../../frame/context.ts";
import { baseUrlDefault } from "../open-session.ts";
import { chosenName, loadProfiles, profileOf } from "../profile-store.ts";

/** Where to sign in, and the profile to store that as. */
export interface Place {
  readonly profile: string;
  readonly baseUrl: string;
  /** Not known where nobody has said it yet; some ways tell it themselves. */
  readonly orgSlug: string | undefined;
  /** What was typed, and wins over what a file says. */
  readonly asked: Pick<SharedOptions, "org" | "baseUrl">;
}

/** Options before the environment before the profile that is signed in anew. */
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

/** The organization, asked for if nobody has said it. */
export async function requireOrg({ terminal, signal }: Context, { orgSlug }: Place): Promise<string> {
  if (orgSlug !== undefined) return orgSlug;
  const asked = terminal.isInteractive ? await terminal.ask({ text: "Organization:", signal }) : "";
  if (asked.trim() === "") throw usageError("Which organization?", "Give --org <slug>, or set WEFT_ORG.");
  return asked.trim();
}
