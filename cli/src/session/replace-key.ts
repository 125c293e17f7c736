import type { Terminal } from "../frame/terminal.ts";
import { loadProfiles, saveProfiles } from "./profile-store.ts";
import { requireProfile } from "./require-profile.ts";

/** Replaces a rotated key in its profile. */
export function replaceKey(
  terminal: Terminal,
  name: string,
  { apiKey, expiresOn }: { readonly apiKey: string; readonly expiresOn: string | null },
): void {
  const stored = loadProfiles(terminal);
  const { expiresOn: _before, ...profile } = requireProfile(stored, name);
  const replaced = { ...profile, apiKey, ...(expiresOn === null ? {} : { expiresOn }) };
  saveProfiles(terminal, { ...stored, profiles: { ...stored.profiles, [name]: replaced } });
}
