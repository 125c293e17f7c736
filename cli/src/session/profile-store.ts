import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CliError, usageError } from "../frame/cli-error.ts";
import { isObject } from "../frame/is-object.ts";
import type { Terminal } from "../frame/terminal.ts";

/** The URL and the credentials of a profile. */
export interface Profile {
  readonly baseUrl: string;
  readonly orgSlug: string;
  readonly apiKey?: string;
  readonly accessToken?: string;
  /** Expiry of the key or token, if any. */
  readonly expiresOn?: string;
  /** The name of the user or app, for display. */
  readonly name?: string;
  /** The sign-in method, to renew it. */
  readonly way?: SignInWay;
  readonly email?: string;
}

export type SignInWay = "key" | "password" | "sso" | "token";

export interface Profiles {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const profileDefault = "default";

/** The user's configuration folder; the file contains keys, so only the user may read it. */
function profilesPath({ env, platform, homeFolder }: Pick<Terminal, "env" | "platform" | "homeFolder">): string {
  const folder =
    env["WEFT_CONFIG_DIR"] ||
    join((platform === "win32" ? env["APPDATA"] : env["XDG_CONFIG_HOME"]) || join(homeFolder, ".config"), "weft");
  return join(folder, "profiles.json");
}

export function loadProfiles(terminal: Terminal): Profiles {
  const path = profilesPath(terminal);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return { current: profileDefault, profiles: {} };
    }
    throw error;
  }
  return readProfiles(text, path);
}

/** The profile with this name, if any. */
export function profileOf({ profiles }: Profiles, name: string): Profile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** The profile name from the options, the environment or the stored choice, in this order. */
export function chosenName(terminal: Terminal, stored: Profiles, asked: string | undefined): string {
  return asked ?? (terminal.env["WEFT_PROFILE"] || stored.current);
}

/** Stores a profile and makes it the current one. */
export function keepProfile(terminal: Terminal, name: string, profile: Profile): void {
  if (!/^[A-Za-z0-9][\w.-]{0,62}$/.test(name)) {
    throw usageError(`${name} is not a valid profile name.`, "Use letters, digits, hyphens, dots and underscores.");
  }
  const { profiles } = loadProfiles(terminal);
  saveProfiles(terminal, { current: name, profiles: { ...profiles, [name]: profile } });
}

export function deleteProfiles(terminal: Terminal, names: readonly string[]): void {
  const { current, profiles } = loadProfiles(terminal);
  const kept = Object.entries(profiles).filter(([name]) => !names.includes(name));
  saveProfiles(terminal, {
    current: names.includes(current) ? profileDefault : current,
    profiles: Object.fromEntries(kept),
  });
}

/** Written to a temporary file and renamed, so that concurrent commands leave one complete file. */
export function saveProfiles(terminal: Terminal, profiles: Profiles): void {
  const path = profilesPath(terminal);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(beside, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(beside, path);
}

function readProfiles(text: string, path: string): Profiles {
  try {
    const value: unknown = JSON.parse(text);
    if (isProfiles(value)) return value;
  } catch {
    // Reported below, like JSON without profiles.
  }
  throw new CliError(`${path} is not a valid profile file.`, { next: "Fix it, or delete it and sign in again." });
}

function isProfiles(value: unknown): value is Profiles {
  return (
    isObject(value) &&
    typeof value["current"] === "string" &&
    isObject(value["profiles"]) &&
    Object.values(value["profiles"]).every(isProfile)
  );
}

function isProfile(value: unknown): boolean {
  return isObject(value) && typeof value["baseUrl"] === "string" && typeof value["orgSlug"] === "string";
}
