import { createHash, randomBytes } from "node:crypto";
import { ApiError, type Weft } from "@weft/client";
import type { Context } from "../../frame/context.ts";
import { safeText } from "../../output/safe-text.ts";
import { listenForCode } from "./listen-for-code.ts";
import { openBrowser } from "./open-browser.ts";

const timeoutMs = 5 * 60_000;

/** The user signs in with a browser on this machine, which returns a code. Returns the token for it. */
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
    // Also with --json: the user needs the URL if no browser opens.
    terminal.err(`Complete the sign-in in the browser. If it does not open, go to:\n${safeText(url)}\n`);
    terminal.err("Waiting for up to 5 minutes. Press Ctrl-C to cancel.\n");
    openBrowser(terminal, url);
    return await listener.redeem(async (code) => {
      const { accessToken = "" } = await weft.call("redeem-sso-code", { body: { code, codeVerifier } }, { signal });
      return accessToken;
    });
  } finally {
    listener.close();
  }
}

/** Reports a missing organization or one without single sign-on here rather than in the browser. */
async function requireSignOn(weft: Weft, path: string, signal: AbortSignal): Promise<void> {
  try {
    await weft.send({ method: "GET", path }, { signal });
  } catch (error) {
    const leadsOn = error instanceof ApiError && error.status === 302;
    if (!leadsOn) throw error;
  }
}
