import { usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { type Place, requireOrg } from "./place.ts";
import type { SignInResult } from "./proven.ts";

/** The value, - for standard input, or true to prompt for it. */
type Given = string | true | undefined;

export async function proveByKey(context: Context, place: Place, given: Given): Promise<SignInResult> {
  if (given === undefined) requireSomebody(context);
  const orgSlug = await requireOrg(context, place);
  const apiKey = await readSecret(context, given, { question: "API key:", option: "--api-key" });
  return { place, way: "key", credentials: { apiKey, orgSlug } };
}

/** A token has an organization; if one is given, it must match. */
export async function proveByToken(context: Context, place: Place, given: Given): Promise<SignInResult> {
  const accessToken = await readSecret(context, given, { question: "Access token:", option: "--access-token" });
  const { org } = place.asked;
  return { place, way: "token", credentials: { accessToken, ...(org === undefined ? {} : { orgSlug: org }) } };
}

function requireSomebody({ terminal }: Context): void {
  if (terminal.isInteractive) return;
  throw usageError(
    "Sign-in method missing.",
    "Pass --api-key - (on standard input), --email with --password-stdin, --sso, --access-token - or --credentials <file>.",
  );
}

async function readSecret(
  { terminal, signal }: Context,
  given: Given,
  { question, option }: { readonly question: string; readonly option: string },
): Promise<string> {
  const secret = (await read()).trim();
  if (secret === "") throw usageError(`${question.slice(0, -1)} missing.`, `${option} - reads standard input.`);
  return secret;

  async function read(): Promise<string> {
    if (given === "-") return terminal.readInput();
    if (typeof given === "string") return given;
    if (terminal.isInteractive) return terminal.ask({ text: question, isSecret: true, signal });
    return "";
  }
}
