import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } from "openid-client";
import { invalidField } from "../../errors.ts";
import { hasValidChecksum, makeSecret } from "../secret.ts";
import { callProvider } from "./provider-failure.ts";
import type { Providers } from "./providers.ts";
import { type BrowserAttempt, formatHandle, rememberAttempt } from "./sign-on-attempt.ts";
import type { SignOnServices } from "./sign-on-services.ts";
import { requireOrgSignOn } from "./sign-on-settings.ts";

export const attemptSeconds = 600;
export const signOnScope = "openid email profile";

export interface SignOnStart {
  readonly orgSlug: string;
  /** Where a program waits for its code; absent for a browser. */
  readonly loopbackPort?: number | undefined;
  readonly codeChallenge?: string | undefined;
  readonly callerState?: string | undefined;
  readonly redirectUri: string;
  /** The secret that the browser already has, if it started another sign-on just before. */
  readonly browserSecret: string | undefined;
}

export interface LeavingBrowser {
  readonly location: string;
  readonly browserSecret: string;
}

/** Stores the attempt and returns the URL for the browser. */
export async function startSignOn(
  services: SignOnServices,
  providers: Providers,
  start: SignOnStart,
): Promise<LeavingBrowser> {
  const returning = returningOf(start);
  const { org, settings } = await requireOrgSignOn(services.db, start.orgSlug);
  const configuration = await providers.configurationFor(settings);
  const secret = makeSecret();
  const browserSecret = keptSecret(start.browserSecret) ?? makeSecret();
  const attempt: BrowserAttempt = {
    ...returning,
    issuer: settings.issuer,
    clientId: settings.client_id,
    redirectUri: start.redirectUri,
    codeVerifier: randomPKCECodeVerifier(),
    nonce: randomNonce(),
  };
  const parameters = {
    redirect_uri: attempt.redirectUri,
    scope: signOnScope,
    state: formatHandle({ orgId: org.id, secret }),
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: "S256",
  };
  const location = await callProvider(async () => buildAuthorizationUrl(configuration, parameters).href);
  const handle = browserHandle(secret, browserSecret);
  await services.db.transaction((tx) =>
    rememberAttempt(tx, services.secrets, org.id, { handle, attempt, expiresInSeconds: attemptSeconds }),
  );
  return { location, browserSecret };
}

/** The browser's cookie is half of the handle: the callback URL alone does not find the attempt. */
export function browserHandle(secret: string, browserSecret: string): string {
  return `${secret}.${browserSecret}`;
}

function returningOf({ loopbackPort, codeChallenge, callerState }: SignOnStart) {
  if (loopbackPort === undefined) {
    return { kind: "browser" as const };
  }
  if (codeChallenge === undefined) {
    throw invalidField("codeChallenge", "loopbackPort requires codeChallenge (PKCE, S256).");
  }
  return { kind: "loopback" as const, port: loopbackPort, codeChallenge, callerState };
}

/** Tabs of one browser share a secret, so that they can sign on concurrently. */
function keptSecret(browserSecret: string | undefined): string | undefined {
  const isOurs =
    browserSecret !== undefined && /^[0-9A-Za-z]{36}$/.test(browserSecret) && hasValidChecksum(browserSecret);
  return isOurs ? browserSecret : undefined;
}
