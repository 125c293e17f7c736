import { usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { openDoor } from "../open-session.ts";
import { type Place, requireOrg } from "./place.ts";
import type { SignInResult } from "./proven.ts";

interface Given {
  readonly email: string;
  readonly passwordStdin: boolean;
}

export async function proveByPassword(context: Context, place: Place, given: Given): Promise<SignInResult> {
  const orgSlug = await requireOrg(context, place);
  const { email } = given;
  const body = { email, password: await readPassword(context, given), orgSlug };
  // Not again by itself: each attempt counts, and who is slowed down should hear of it.
  const options = { signal: context.signal, retries: 0 };
  const { accessToken = "" } = await openDoor(place.baseUrl).call("login", { body }, options);
  return { place, way: "password", email, credentials: { accessToken } };
}

async function readPassword({ terminal, signal }: Context, { email, passwordStdin }: Given): Promise<string> {
  // A password may begin or end with a space; the line's end is not part of it.
  if (passwordStdin) return (await terminal.readInput()).replace(/\r?\n$/, "");
  if (!terminal.isInteractive) {
    throw usageError(
      "Nobody is here to be asked for the password.",
      "Give it on standard input with --password-stdin.",
    );
  }
  return terminal.ask({ text: `Password of ${email}:`, isSecret: true, signal });
}
