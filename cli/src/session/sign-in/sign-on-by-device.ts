import { setTimeout as delay } from "node:timers/promises";
import { ApiError, type LoginAnswer, type SsoDevice, type Weft } from "@weft/client";
import { CliError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { exitCodes } from "../../frame/exit-codes.ts";
import { safeText } from "../../output/safe-text.ts";

/** The user signs in on another device while the service is polled. Returns the token. */
export async function signOnByDevice(context: Context, weft: Weft, orgSlug: string): Promise<string> {
  const { signal } = context;
  const started = await weft.call("start-sso-device", { body: { orgSlug } }, { signal });
  if (!isPending(started)) return tokenOf(started);
  printCode(context, started);
  const deadline = Date.now() + started.expiresInSeconds * 1000;
  let pending = started;
  while (Date.now() < deadline) {
    await delay(pending.intervalSeconds * 1000, undefined, { signal });
    const answer = await ask(weft, pending, signal);
    if (!isPending(answer)) return tokenOf(answer);
    pending = answer;
  }
  throw new CliError("Sign-in timed out.", { next: "Run the command again.", exitCode: exitCodes.notAllowed });
}

/** A lost connection does not stop the polling. */
async function ask(weft: Weft, pending: SsoDevice, signal: AbortSignal): Promise<LoginAnswer | SsoDevice> {
  const body = { deviceCode: pending.deviceCode };
  try {
    return await weft.call("start-sso-device", { body }, { signal });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return pending;
    throw error;
  }
}

/** Also with --json: the user needs the code. */
function printCode({ terminal }: Context, pending: SsoDevice): void {
  const { verificationUri, verificationUriComplete, userCode, expiresInSeconds } = pending;
  const lines = [
    `Open ${verificationUri} on any device and enter the code ${userCode}`,
    ...(verificationUriComplete === undefined ? [] : [`or open ${verificationUriComplete}`]),
    `Waiting for up to ${Math.ceil(expiresInSeconds / 60)} minutes. Press Ctrl-C to cancel.`,
  ];
  terminal.err(lines.map((line) => `${safeText(line)}\n`).join(""));
}

function isPending(answer: LoginAnswer | SsoDevice): answer is SsoDevice {
  return "deviceCode" in answer;
}

function tokenOf({ accessToken = "" }: LoginAnswer): string {
  return accessToken;
}
