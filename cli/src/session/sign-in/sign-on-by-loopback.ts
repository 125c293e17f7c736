import { createHash, randomBytes } from "node:crypto";
import { ApiError, type Weft } from "@weft/client";
import type { Context } from "../../frame/context.ts";
import { safeText } from "../../output/safe-text.ts";
import { listenForCode } from "./listen-for-code.ts";
import { openBrowser } from "./open-browser.ts";

const timeoutMs = 5 * 60_000;

/** The person signs on in a browser of this machine, which brings back a code. Answers the token that it is swapped for. */
export async function signOnByLoopback({ terminal, signal }: Context, weft: Weft, orgSlug: string): Promise<string> {
  const codeVerifier = randomBytes(32).toString("base64url");
  const state = randomBytes(32).toString("base64url");
  const listener = await listenForCode({ state, timeoutMs, signal });
  try {
    const query = new URLSearchParams({
      loopbackPort: String(listener.port),
      codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
      state,
    });
    const path = `/sso/${encodeURIComponent(orgSlug)}?${query}`;
    await requireSignOn(weft, path, signal);
    const url = `${weft.baseUrl}${path}`;
    // Also with --json: without it nobody could go on where no browser opens.
    terminal.err(`Sign on in the browser. If it does not open by itself, this is the address:\n${safeText(url)}\n`);
    terminal.err("Waiting for you, for 5 minutes. Ctrl-C ends it.\n");
    openBrowser(terminal, url);
    return await listener.redeem(async (code) => {
      const { accessToken = "" } = await weft.call("redeem-sso-code", { body: { code, codeVerifier } }, { signal });
      return accessToken;
    });
  } finally {
    listener.close();
  }
}

/** An organization that is not there or has no sign-on is better heard of here than seen in the browser. */
async function requireSignOn(weft: Weft, path: string, signal: AbortSignal): Promise<void> {
  try {
    await weft.send({ method: "GET", path }, { signal });
  } catch (error) {
    const leadsOn = error instanceof ApiError && error.status === 302;
    if (!leadsOn) throw error;
  }
}
