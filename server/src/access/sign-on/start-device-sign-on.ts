import { type DeviceAuthorizationResponse, initiateDeviceAuthorization } from "openid-client";
import { signOnFailed } from "../../errors.ts";
import { parseUrl } from "../../platform/parse-url.ts";
import { makeSecret } from "../secret.ts";
import { callProvider } from "./provider-failure.ts";
import type { Providers } from "./providers.ts";
import { type DeviceAttempt, formatHandle, rememberAttempt } from "./sign-on-attempt.ts";
import type { SignOnServices } from "./sign-on-services.ts";
import { requireOrgSignOn } from "./sign-on-settings.ts";
import { signOnScope } from "./start-sign-on.ts";

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

export function presentPending(deviceCode: string, attempt: DeviceAttempt, secondsLeft: number) {
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
