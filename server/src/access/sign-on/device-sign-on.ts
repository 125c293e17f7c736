import {
  type Configuration,
  type DeviceAuthorizationResponse,
  genericGrantRequest,
  initiateDeviceAuthorization,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import { signOnFailed } from "../../platform/errors.ts";
import { parseUrl } from "../../platform/parse-url.ts";
import { Problem } from "../../platform/problem.ts";
import type { SignOnServices } from "../access-services.ts";
import { originOf, type RequestOrigin } from "../audit/audit-log.ts";
import { makeSecret } from "../secret.ts";
import { recordFailedSignOn } from "../sessions/audit-sign-in.ts";
import { grantToken } from "../sessions/sign-in.ts";
import { admitAuditedUser, type Identity, readIdentity } from "./admit-user.ts";
import { signOnScope } from "./browser-sign-on.ts";
import { callProvider, type Providers } from "./providers.ts";
import {
  type Attempt,
  attemptEnded,
  type DeviceAttempt,
  formatHandle,
  type Handle,
  lockAttempt,
  readHandle,
  rememberAttempt,
  saveAttempt,
  takeAttempt,
} from "./sign-on-attempt.ts";
import { type OrgSignOn, requireOrgSignOn, requireSameSignOn } from "./sign-on-settings.ts";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";
// RFC 8628, section 3.5.
const slowDownSeconds = 5;

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;
type DevicePoll =
  | { readonly kind: "pending"; readonly body: ReturnType<typeof presentPending> }
  | { readonly kind: "granted"; readonly body: Awaited<ReturnType<typeof grantToken>> };

/** Polls the provider once, unless it was polled recently. */
export async function pollDeviceSignOn(
  services: SignOnServices,
  providers: Providers,
  { deviceCode, request }: { readonly deviceCode: string; readonly request: RequestOrigin },
): Promise<DevicePoll> {
  const handle = readHandle(deviceCode);
  const { attempt, secondsLeft, isDue } = await claimTurn(services, handle);
  if (!isDue) {
    return { kind: "pending", body: presentPending(deviceCode, attempt, secondsLeft) };
  }
  const orgSignOn = await requireSameSignOn(services.db, handle.orgId, attempt);
  const configuration = await providers.configurationFor(orgSignOn.settings);
  const asked = await audited(services, handle, request, () => askProvider(services, configuration, handle, attempt));
  switch (asked.kind) {
    case "pending":
      return { kind: "pending", body: presentPending(deviceCode, attempt, secondsLeft) };
    case "slow-down": {
      const slower = await slowDown(services, handle, attempt);
      return { kind: "pending", body: presentPending(deviceCode, slower, secondsLeft) };
    }
    case "tokens":
      requireDevice(await endAttempt(services, handle));
      return {
        kind: "granted",
        body: await audited(services, handle, request, async () => {
          const identity = await readIdentity(configuration, orgSignOn.settings, asked.tokens);
          return grantAsUser(services, orgSignOn, identity, request);
        }),
      };
  }
}

interface Turn {
  readonly attempt: DeviceAttempt;
  readonly secondsLeft: number;
  readonly isDue: boolean;
}

/** Of simultaneous polls, one proceeds. */
async function claimTurn({ db, secrets }: SignOnServices, { orgId, secret }: Handle): Promise<Turn> {
  return db.transaction(async (tx) => {
    const locked = await lockAttempt(tx, secrets, orgId, { handle: secret, kinds: ["device"] });
    const attempt = requireDevice(locked?.attempt);
    const secondsLeft = locked?.secondsLeft ?? 0;
    const now = Date.now();
    if (now < attempt.nextPollMs) {
      return { attempt, secondsLeft, isDue: false };
    }
    const claimed = { ...attempt, nextPollMs: now + attempt.intervalSeconds * 1000 };
    await saveAttempt(tx, secrets, orgId, { handle: secret, attempt: claimed });
    return { attempt: claimed, secondsLeft, isDue: true };
  });
}

type Asked = { readonly kind: "pending" | "slow-down" } | { readonly kind: "tokens"; readonly tokens: Tokens };

async function askProvider(
  services: SignOnServices,
  configuration: Configuration,
  handle: Handle,
  attempt: DeviceAttempt,
): Promise<Asked> {
  try {
    return await callProvider(() => requestTokens(configuration, attempt.providerDeviceCode));
  } catch (error) {
    // A rejection is final; a provider that does not respond may be polled again.
    if (error instanceof Problem && error.cause instanceof ResponseBodyError) {
      await endAttempt(services, handle);
    }
    throw error;
  }
}

/** The library's device grant waits and polls by itself; here each request polls once. */
async function requestTokens(configuration: Configuration, providerDeviceCode: string): Promise<Asked> {
  try {
    const tokens = await genericGrantRequest(configuration, deviceGrant, { device_code: providerDeviceCode });
    return { kind: "tokens", tokens };
  } catch (error) {
    const code = error instanceof ResponseBodyError ? error.error : undefined;
    switch (code) {
      case "authorization_pending":
        return { kind: "pending" };
      case "slow_down":
        return { kind: "slow-down" };
      default:
        throw error;
    }
  }
}

async function slowDown(
  { db, secrets }: SignOnServices,
  { orgId, secret }: Handle,
  attempt: DeviceAttempt,
): Promise<DeviceAttempt> {
  const intervalSeconds = attempt.intervalSeconds + slowDownSeconds;
  const slower = { ...attempt, intervalSeconds, nextPollMs: Date.now() + intervalSeconds * 1000 };
  await db.transaction((tx) => saveAttempt(tx, secrets, orgId, { handle: secret, attempt: slower }));
  return slower;
}

async function endAttempt({ db, secrets }: SignOnServices, { orgId, secret }: Handle): Promise<Attempt | undefined> {
  return db.transaction((tx) => takeAttempt(tx, secrets, orgId, { handle: secret, kinds: ["device"] }));
}

/** Records a rejection in the audit log. */
async function audited<Result>(
  services: SignOnServices,
  { orgId }: Handle,
  request: RequestOrigin,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await recordFailedSignOn(services, orgId, request, error);
    throw error;
  }
}

async function grantAsUser(
  { db, audit }: SignOnServices,
  orgSignOn: OrgSignOn,
  identity: Identity,
  request: RequestOrigin,
) {
  const act = { actor: { type: "unknown" }, origin: originOf(request) } as const;
  return audit.transaction(db, orgSignOn.org.id, act, async (tx, trail) =>
    grantToken(tx, await admitAuditedUser(tx, trail, orgSignOn, identity)),
  );
}

function requireDevice(attempt: Attempt | undefined): DeviceAttempt {
  if (attempt?.kind !== "device") {
    throw attemptEnded();
  }
  return attempt;
}

// The default of RFC 8628, for a provider that omits it.
const usualIntervalSeconds = 5;
const deviceSecondsMax = 3600;

/** Starts a sign-on that the user continues on another device. */
export async function startDeviceSignOn(services: SignOnServices, providers: Providers, orgSlug: string) {
  const { org, settings } = await requireOrgSignOn(services.db, orgSlug);
  const configuration = await providers.configurationFor(settings);
  const begun = await callProvider(() => initiateDeviceAuthorization(configuration, { scope: signOnScope }));
  requireWebAddresses(begun);
  const secret = makeSecret();
  const attempt: DeviceAttempt = {
    kind: "device",
    issuer: settings.issuer,
    clientId: settings.client_id,
    providerDeviceCode: begun.device_code,
    userCode: begun.user_code,
    verificationUri: begun.verification_uri,
    verificationUriComplete: begun.verification_uri_complete,
    intervalSeconds: Math.ceil(begun.interval ?? usualIntervalSeconds),
    nextPollMs: 0,
  };
  const expiresInSeconds = Math.min(begun.expires_in, deviceSecondsMax);
  await services.db.transaction((tx) =>
    rememberAttempt(tx, services.secrets, org.id, { handle: secret, attempt, expiresInSeconds }),
  );
  return presentPending(formatHandle({ orgId: org.id, secret }), attempt, expiresInSeconds);
}

function presentPending(deviceCode: string, attempt: DeviceAttempt, secondsLeft: number) {
  return {
    deviceCode,
    userCode: attempt.userCode,
    verificationUri: attempt.verificationUri,
    verificationUriComplete: attempt.verificationUriComplete,
    intervalSeconds: attempt.intervalSeconds,
    expiresInSeconds: Math.floor(secondsLeft),
  };
}

/** Programs open these URLs, so they must be web pages. */
function requireWebAddresses({ verification_uri, verification_uri_complete }: DeviceAuthorizationResponse): void {
  const addresses = [verification_uri, verification_uri_complete ?? verification_uri];
  if (!addresses.every((address) => /^https?:$/.test(parseUrl(address)?.protocol ?? ""))) {
    throw signOnFailed("The identity provider's device flow response has no verification URL.");
  }
}
