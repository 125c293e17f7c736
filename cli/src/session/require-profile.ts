import { CliError } from "../frame/cli-error.ts";
import { exitCodes } from "../frame/exit-codes.ts";
import { type Profile, type Profiles, profileOf } from "./profile-store.ts";

/** The profile of this name; if there is none, says what there is. */
export function requireProfile(stored: Profiles, name: string): Profile {
  const profile = profileOf(stored, name);
  if (profile !== undefined) return profile;
  const known = Object.keys(stored.profiles);
  if (known.length === 0) {
    throw new CliError("Nobody is signed in.", {
      next: "weft login --api-key --org <slug>, weft login --email <address> --org <slug>, or weft login --sso --org <slug>",
      exitCode: exitCodes.notAllowed,
    });
  }
  throw new CliError(`There is no profile ${name}; there are ${known.join(", ")}.`, {
    next: `weft profiles use <name>, or weft login --profile ${name}`,
    exitCode: exitCodes.notFound,
  });
}
