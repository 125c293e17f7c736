import {
  type Configuration,
  genericGrantRequest,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import { Problem } from "../../platform/problem.ts";
import { originOf, type RequestOrigin } from "../audit/audit-act.ts";
import { recordFailedSignOn } from "../sessions/audit-sign-in.ts";
import { grantToken } from "../sessions/sign-in.ts";
import { admitAuditedUser } from "./admit-audited-user.ts";
import { callProvider } from "./provider-failure.ts";
import type { Providers } from "./providers.ts";
import { type Identity, readIdentity } from "./read-identity.ts";
import {
  type Attempt,
  attemptEnded,
  type DeviceAttempt,
  type Handle,
  lockAttempt,
  readHandle,
  saveAttempt,
  takeAttempt,
} from "./sign-on-attempt.ts";
import type { SignOnServices } from "./sign-on-services.ts";
import { type OrgSignOn, requireSameSignOn } from "./sign-on-settings.ts";
import { presentPending } from "./start-device-sign-on.ts";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";
// RFC 8628, section 3.5.
const slowDownSeconds = 5;

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;
export type DevicePoll =
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
