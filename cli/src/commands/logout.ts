import { ApiError } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../frame/cli-error.ts";
import type { Context, SharedOptions } from "../frame/context.ts";
import { commandAction, defineCommand } from "../frame/leaf.ts";
import { sessionOf } from "../session/open-session.ts";
import { chosenName, forgetProfiles, loadProfiles, type Profile } from "../session/profile-store.ts";
import { requireProfile } from "../session/require-profile.ts";

interface LogoutOptions extends SharedOptions {
  readonly all?: boolean;
}

export function logoutCommand(): Command {
  return defineCommand("logout", {
    description: "Forget a profile, and end its sign-in at the service. A key goes on: weft keys revoke ends it",
    examples: ["weft logout", "weft logout --profile production", "weft logout --all"],
  })
    .option("--all", "every profile")
    .action(
      commandAction<LogoutOptions>(async (context, { options }) => {
        const leaving = whoLeaves(context, options);
        const ended: { readonly profile: string; readonly isTokenRevoked: boolean }[] = [];
        for (const [profile, stored] of leaving) {
          ended.push({ profile, isTokenRevoked: await endSignIn(context, profile, stored) });
        }
        forgetProfiles(
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
  if (all === true && profile !== undefined) throw usageError("--all and --profile exclude each other.");
  if (all === true) return Object.entries(stored.profiles);
  const name = chosenName(terminal, stored, profile);
  return [[name, requireProfile(stored, name)]];
}

/** Whether a token was revoked. It is forgotten here in any case: who leaves must not be held back by a lost connection. */
async function endSignIn(context: Context, name: string, profile: Profile): Promise<boolean> {
  const { baseUrl, orgSlug, accessToken, expiresOn } = profile;
  if (accessToken === undefined) return false;
  try {
    const { weft } = sessionOf({ credentials: { accessToken }, baseUrl, orgSlug });
    await weft.call("logout", {}, { signal: context.signal });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Refused means that it has ended already.
    if (error.status !== 401) {
      const until = expiresOn === undefined ? "" : ` until ${expiresOn}`;
      context.print.note(`The service could not be told, so the token of ${name} stays good${until}: ${error.message}`);
    }
    return false;
  }
}

function printEnvironment({ terminal, print }: Context): void {
  const name = ["WEFT_API_KEY", "WEFT_ACCESS_TOKEN"].find((candidate) => terminal.env[candidate]);
  if (name !== undefined) print.note(`${name} is still set, and commands go on using it.`);
}
