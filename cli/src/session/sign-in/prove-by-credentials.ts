import { readFile } from "node:fs/promises";
import { CliError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import type { Place } from "./place.ts";
import type { SignInResult } from "./proven.ts";

/** The file that a new service writes on its first start: {baseUrl, orgSlug, apiKey}. */
export async function proveByCredentials(_context: Context, place: Place, path: string): Promise<SignInResult> {
  const { baseUrl, orgSlug, apiKey } = readCredentials(await readFile(path, "utf8"), path);
  const { asked } = place;
  return {
    place: { ...place, baseUrl: asked.baseUrl ?? baseUrl },
    way: "key",
    credentials: { apiKey, orgSlug: asked.org ?? orgSlug },
  };
}

type FirstCredentials = Readonly<Record<"baseUrl" | "orgSlug" | "apiKey", string>>;

function readCredentials(text: string, path: string): FirstCredentials {
  try {
    const value: unknown = JSON.parse(text);
    if (isFirstCredentials(value)) return value;
  } catch {
    // Reported below, like JSON without credentials.
  }
  throw new CliError(`${path} does not contain credentials.`, {
    next: "Expected a JSON object with baseUrl, orgSlug and apiKey, such as first-credentials.json of a new service.",
  });
}

function isFirstCredentials(value: unknown): value is FirstCredentials {
  if (typeof value !== "object" || value === null) return false;
  const given: Readonly<Record<string, unknown>> = { ...value };
  return ["baseUrl", "orgSlug", "apiKey"].every((name) => typeof given[name] === "string");
}
