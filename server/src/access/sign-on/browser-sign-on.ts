import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from "openid-client";
import type { Transaction } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/errors.ts";
import { Problem } from "../../platform/problem.ts";
import { isSameText } from "../../platform/secret-box.ts";
import type { SignOnServices } from "../access-services.ts";
import { originOf, type RequestOrigin } from "../audit/audit-log.ts";
import { findOrg } from "../org-store.ts";
import { hasValidChecksum, makeSecret } from "../secret.ts";
import { recordFailedSignOn } from "../sessions/audit-sign-in.ts";
import { grantSession, grantToken, presentSignedIn, type SignedIn } from "../sessions/sign-in.ts";
import { findUser } from "../user-store.ts";
import { admitAuditedUser, readIdentity } from "./admit-user.ts";
import { callProvider, type Providers } from "./providers.ts";
import {
  attemptEnded,
  type BrowserAttempt,
  formatHandle,
  type Handle,
  readHandle,
  rememberAttempt,
  takeAttempt,
} from "./sign-on-attempt.ts";
import { requireOrgSignOn, requireSameSignOn } from "./sign-on-settings.ts";

const codeSeconds = 60;
/** Rejections that a waiting program reports itself. */
const reportedCodes = new Set(["sso-failed", "org-suspended"]);

interface SignOnReturn {
  readonly state: string;
  /** The query parameters of the provider's redirect, state included. */
  readonly parameters: URLSearchParams;
  readonly browserSecret: string | undefined;
  readonly request: RequestOrigin;
}

type FinishedSignOn = {
  /** Undefined after a rejection. */
  readonly signedIn?: ReturnType<typeof presentSignedIn>;
} & (
  | { readonly kind: "browser"; readonly sessionCookie: string }
  | { readonly kind: "loopback"; readonly location: string }
);

/** Validates the provider's response and signs the user in. A waiting program is also notified of a rejection. */
export async function finishSignOn(
  services: SignOnServices,
  providers: Providers,
  back: SignOnReturn,
): Promise<FinishedSignOn> {
  const handle = readHandle(back.state);
  const attempt = await takeBrowserAttempt(services, handle, back.browserSecret);
  try {
    return await letIn(services, providers, { back, attempt, orgId: handle.orgId });
  } catch (error) {
    await recordFailedSignOn(services, handle.orgId, back.request, error);
    if (attempt.kind === "loopback" && error instanceof Problem && reportedCodes.has(error.code)) {
      const refusal = { error: error.code, error_description: error.detail };
      return { kind: "loopback", location: loopbackLocation(attempt, refusal) };
    }
    throw error;
  }
}

interface Return {
  readonly back: SignOnReturn;
  readonly attempt: BrowserAttempt;
  readonly orgId: string;
}

async function letIn(services: SignOnServices, providers: Providers, { back, attempt, orgId }: Return) {
  const { org, settings } = await requireSameSignOn(services.db, orgId, attempt);
  const configuration = await providers.configurationFor(settings);
  const tokens = await callProvider(() =>
    authorizationCodeGrant(configuration, new URL(`${attempt.redirectUri}?${back.parameters}`), {
      expectedState: back.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
      idTokenExpected: true,
    }),
  );
  const identity = await readIdentity(configuration, settings, tokens);
  const act = { actor: { type: "unknown" }, origin: originOf(back.request) } as const;
  return services.audit.transaction(services.db, org.id, act, async (tx, trail) =>
    finishAs(tx, services, await admitAuditedUser(tx, trail, { org, settings }, identity), attempt),
  );
}

async function takeBrowserAttempt(
  { db, secrets }: SignOnServices,
  { orgId, secret }: Handle,
  browserSecret: string | undefined,
): Promise<BrowserAttempt> {
  if (browserSecret === undefined) {
    throw attemptEnded();
  }
  const handle = browserHandle(secret, browserSecret);
  const attempt = await db.transaction((tx) =>
    takeAttempt(tx, secrets, orgId, { handle, kinds: ["browser", "loopback"] }),
  );
  if (attempt?.kind !== "browser" && attempt?.kind !== "loopback") {
    throw attemptEnded();
  }
  return attempt;
}

async function finishAs(
  tx: Transaction,
  { secrets }: SignOnServices,
  signedIn: SignedIn,
  attempt: BrowserAttempt,
): Promise<FinishedSignOn> {
  switch (attempt.kind) {
    case "browser":
      return {
        kind: "browser",
        sessionCookie: (await grantSession(tx, secrets, signedIn)).cookie,
        signedIn: presentSignedIn(signedIn),
      };
    case "loopback": {
      const orgId = signedIn.org.id;
      const secret = makeSecret();
      await rememberAttempt(tx, secrets, orgId, {
        handle: secret,
        attempt: { kind: "code", userId: signedIn.user.id, codeChallenge: attempt.codeChallenge },
        expiresInSeconds: codeSeconds,
      });
      const location = loopbackLocation(attempt, { code: formatHandle({ orgId, secret }) });
      return { kind: "loopback", location, signedIn: presentSignedIn(signedIn) };
    }
  }
}

function loopbackLocation(
  { port, callerState }: { readonly port: number; readonly callerState?: string | undefined },
  outcome: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams({ ...outcome, ...(callerState === undefined ? {} : { state: callerState }) });
  return `http://127.0.0.1:${port}/callback?${parameters}`;
}

export const attemptSeconds = 600;
export const signOnScope = "openid email profile";

interface SignOnStart {
  readonly orgSlug: string;
  /** Where a program waits for its code; absent for a browser. */
  readonly loopbackPort?: number | undefined;
  readonly codeChallenge?: string | undefined;
  readonly callerState?: string | undefined;
  readonly redirectUri: string;
  /** The secret that the browser already has, if it started another sign-on just before. */
  readonly browserSecret: string | undefined;
}

interface LeavingBrowser {
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
function browserHandle(secret: string, browserSecret: string): string {
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

/** Exchanges the code of a loopback URL for an access token, once only and only for the program that started. */
export async function redeemCode(
  { db, secrets, audit }: SignOnServices,
  { code, codeVerifier }: { readonly code: string; readonly codeVerifier: string },
  request: RequestOrigin,
) {
  const { orgId, secret } = readHandle(code);
  const attempt = await db.transaction((tx) => takeAttempt(tx, secrets, orgId, { handle: secret, kinds: ["code"] }));
  // A wrong verifier also invalidates the code, so that verifiers cannot be guessed.
  const challenge = await calculatePKCECodeChallenge(codeVerifier);
  if (attempt?.kind !== "code" || !isSameText(challenge, attempt.codeChallenge)) {
    throw attemptEnded();
  }
  const { userId } = attempt;
  const act = { actor: { type: "unknown" }, origin: originOf(request) } as const;
  return audit.transaction(db, orgId, act, async (tx, trail) => {
    const org = await findOrg(tx, orgId);
    const user = await findUser(tx, orgId, userId);
    if (org === undefined || user === undefined || !user.is_active) {
      throw attemptEnded();
    }
    const { id, name, email } = user;
    return grantToken(tx, { org, user, trail: trail.as({ type: "user", id, name, email }), method: "sso" });
  });
}
