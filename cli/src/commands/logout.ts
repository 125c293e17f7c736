import { ApiError } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../frame/cli-error.ts";
import type { Context, SharedOptions } from "../frame/context.ts";
import { commandAction, defineCommand } from "../frame/define-command.ts";
import { sessionOf } from "../session/open-session.ts";
import { chosenName, deleteProfiles, loadProfiles, type Profile } from "../session/profile-store.ts";
import { requireProfile } from "../session/require-profile.ts";

interface LogoutOptions extends SharedOptions {
  readonly all?: boolean;
}

export function logoutCommand(): Command {
  return defineCommand("logout", {
    description: "Delete a profile and sign out at the service. Keys stay valid: use weft keys revoke",
    examples: ["weft logout", "weft logout --profile production", "weft logout --all"],
  })
    .option("--all", "all profiles")
    .action(
      commandAction<LogoutOptions>(async (context, { options }) => {
        const leaving = whoLeaves(context, options);
        const ended: { readonly profile: string; readonly isTokenRevoked: boolean }[] = [];
        for (const [profile, stored] of leaving) {
          ended.push({ profile, isTokenRevoked: await endSignIn(context, profile, stored) });
        }
        deleteProfiles(
          context.terminal,
          leaving.map(([name]) => name),
        );
        context.print.result({ results: ended }, () =>
          ended.map(({ profile }) => `Signed out of ${profile}.\n`).join(""),
        );
        printEnvironment(context);
      }),
    );
}

function whoLeaves({ terminal }: Context, { all, profile }: LogoutOptions): (readonly [string, Profile])[] {
  const stored = loadProfiles(terminal);
  if (all === true && profile !== undefined) throw usageError("--all and --profile cannot be combined.");
  if (all === true) return Object.entries(stored.profiles);
  const name = chosenName(terminal, stored, profile);
  return [[name, requireProfile(stored, name)]];
}

/** Whether the token was revoked. The profile is deleted in any case: an outage must not prevent signing out. */
async function endSignIn(context: Context, name: string, profile: Profile): Promise<boolean> {
  const { baseUrl, orgSlug, accessToken, expiresOn } = profile;
  if (accessToken === undefined) return false;
  try {
    const { weft } = sessionOf({ credentials: { accessToken }, baseUrl, orgSlug });
    await weft.call("logout", {}, { signal: context.signal });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A 401 means that it is no longer valid.
    if (error.status !== 401) {
      const until = expiresOn === undefined ? "" : ` until ${expiresOn}`;
      context.print.note(`The token of ${name} could not be revoked and stays valid${until}: ${error.message}`);
    }
    return false;
  }
}

function printEnvironment({ terminal, print }: Context): void {
  const name = ["WEFT_API_KEY", "WEFT_ACCESS_TOKEN"].find((candidate) => terminal.env[candidate]);
  if (name !== undefined) print.note(`${name} is still set, and commands continue to use it.`);
}
