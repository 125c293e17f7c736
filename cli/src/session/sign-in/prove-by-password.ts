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
  // No retries: each attempt counts towards the rate limit, which the user should see.
  const options = { signal: context.signal, retries: 0 };
  const { accessToken = "" } = await openDoor(place.baseUrl).call("login", { body }, options);
  return { place, way: "password", email, credentials: { accessToken } };
}

async function readPassword({ terminal, signal }: Context, { email, passwordStdin }: Given): Promise<string> {
  // A password may start or end with a space; the line end is not part of it.
  if (passwordStdin) return (await terminal.readInput()).replace(/\r?\n$/, "");
  if (!terminal.isInteractive) {
    throw usageError(
      "Cannot prompt for the password: no terminal.",
      "Pass it on standard input with --password-stdin.",
    );
  }
  return terminal.ask({ text: `Password of ${email}:`, isSecret: true, signal });
}
