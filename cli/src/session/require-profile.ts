import { CliError } from "../frame/cli-error.ts";
import { exitCodes } from "../frame/exit-codes.ts";
import { type Profile, type Profiles, profileOf } from "./profile-store.ts";

/** The profile with this name; otherwise an error that lists the profiles. */
export function requireProfile(stored: Profiles, name: string): Profile {
  const profile = profileOf(stored, name);
  if (profile !== undefined) return profile;
  const known = Object.keys(stored.profiles);
  if (known.length === 0) {
    throw new CliError("Not signed in.", {
      next: "weft login --api-key --org <slug>, weft login --email <address> --org <slug>, or weft login --sso --org <slug>",
      exitCode: exitCodes.notAllowed,
    });
  }
  throw new CliError(`Profile ${name} not found. Profiles: ${known.join(", ")}.`, {
    next: `weft profiles use <name>, or weft login --profile ${name}`,
    exitCode: exitCodes.notFound,
  });
}
