import { authorizationCodeGrant } from "openid-client";
import type { Transaction } from "../../platform/database/database.ts";
import { Problem } from "../../platform/problem.ts";
import { originOf, type RequestOrigin } from "../audit/audit-act.ts";
import { makeSecret } from "../secret.ts";
import { recordFailedSignOn } from "../sessions/audit-sign-in.ts";
import { grantSession, type SignedIn } from "../sessions/sign-in.ts";
import { admitAuditedUser } from "./admit-audited-user.ts";
import { callProvider } from "./provider-failure.ts";
import type { Providers } from "./providers.ts";
import { readIdentity } from "./read-identity.ts";
import {
  attemptEnded,
  type BrowserAttempt,
  formatHandle,
  type Handle,
  readHandle,
  rememberAttempt,
  takeAttempt,
} from "./sign-on-attempt.ts";
import type { SignOnServices } from "./sign-on-services.ts";
import { requireSameSignOn } from "./sign-on-settings.ts";
import { browserHandle } from "./start-sign-on.ts";

const codeSeconds = 60;

export interface SignOnReturn {
  readonly state: string;
  /** The query parameters of the provider's redirect, state included. */
  readonly parameters: URLSearchParams;
  readonly browserSecret: string | undefined;
  readonly request: RequestOrigin;
}

export type FinishedSignOn =
  | { readonly kind: "browser"; readonly sessionCookie: string }
  | { readonly kind: "loopback"; readonly location: string };

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
    if (attempt.kind === "loopback" && error instanceof Problem && error.code === "sso-failed") {
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
      return { kind: "browser", sessionCookie: (await grantSession(tx, secrets, signedIn)).cookie };
    case "loopback": {
      const orgId = signedIn.org.id;
      const secret = makeSecret();
      await rememberAttempt(tx, secrets, orgId, {
        handle: secret,
        attempt: { kind: "code", userId: signedIn.user.id, codeChallenge: attempt.codeChallenge },
        expiresInSeconds: codeSeconds,
      });
      return { kind: "loopback", location: loopbackLocation(attempt, { code: formatHandle({ orgId, secret }) }) };
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
