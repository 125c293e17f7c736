import { LRUCache } from "lru-cache";
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { minuteMs } from "../../platform/durations.ts";
import { signOnFailed } from "../../platform/errors.ts";
import { createGuardedFetch, type GuardedFetch } from "../../platform/outbound/guarded-fetch.ts";
import { OutboundRefusedError } from "../../platform/outbound/outbound-error.ts";
import { Problem } from "../../platform/problem.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { SignOnServices } from "../access-services.ts";
import type { SignOnRow } from "../sign-on-store.ts";
import { openClientSecret } from "./sign-on-settings.ts";

const timeoutSeconds = 10;
const knownMs = 5 * minuteMs;
const knownMax = 500;

interface KnownProvider {
  readonly settings: SignOnRow;
  readonly configuration: Promise<Configuration>;
}

/** The orgs' providers. Metadata is fetched every few minutes and after each change of the settings. */
export class Providers {
  readonly #secrets: SecretBox;
  readonly #fetch: GuardedFetch;
  readonly #known = new LRUCache<string, KnownProvider>({ max: knownMax, ttl: knownMs });

  constructor(services: Pick<SignOnServices, "secrets" | "outboundAllowedRanges" | "outboundRoute">) {
    const { secrets, outboundAllowedRanges: allowedRanges, outboundRoute } = services;
    this.#secrets = secrets;
    this.#fetch = createGuardedFetch({ ...outboundRoute, allowedRanges, timeoutMs: timeoutSeconds * 1000 });
  }

  async configurationFor(settings: SignOnRow): Promise<Configuration> {
    const known = this.#known.get(settings.org_id);
    if (known !== undefined && isSame(known.settings, settings)) {
      return known.configuration;
    }
    const configuration = callProvider(() => this.#discover(settings));
    const entry = { settings, configuration };
    this.#known.set(settings.org_id, entry);
    configuration.catch(() => {
      if (this.#known.peek(settings.org_id) === entry) {
        this.#known.delete(settings.org_id);
      }
    });
    return configuration;
  }

  async #discover(settings: SignOnRow): Promise<Configuration> {
    const issuer = new URL(settings.issuer);
    const authentication = authenticationWith(readClientSecret(this.#secrets, settings));
    return discovery(issuer, settings.client_id, undefined, authentication, {
      [customFetch]: this.#fetch,
      timeout: timeoutSeconds,
      // An ID token must have a valid signature; the TLS connection it came over is not enough.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [allowInsecureRequests] : [])],
    });
  }
}

function isSame(a: SignOnRow, b: SignOnRow): boolean {
  const hasSameSecret =
    a.client_secret === null || b.client_secret === null
      ? a.client_secret === b.client_secret
      : a.client_secret.equals(b.client_secret);
  return a.issuer === b.issuer && a.client_id === b.client_id && hasSameSecret;
}

function readClientSecret(secrets: SecretBox, { org_id, client_secret }: SignOnRow): string | undefined {
  try {
    return client_secret === null ? undefined : openClientSecret(secrets, org_id, client_secret);
  } catch (cause) {
    throw signOnFailed("The stored client secret cannot be decrypted. Ask an administrator to enter it again.", cause);
  }
}

/** By the Authorization header if the provider supports it, which is also the default. */
function authenticationWith(clientSecret: string | undefined): ClientAuth {
  if (clientSecret === undefined) {
    return None();
  }
  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return (server, client, body, headers) => {
    const isBasic = server.token_endpoint_auth_methods_supported?.includes("client_secret_basic") ?? true;
    (isBasic ? basic : post)(server, client, body, headers);
  };
}

/** Calls the provider. Any error there is a failed sign-on, whose public message repeats nothing of its response. */
export async function callProvider<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Problem ? error : signOnFailed(explainFailure(error), error);
  }
}

function explainFailure(error: unknown): string {
  if (error instanceof AuthorizationResponseError) {
    return error.error === "access_denied"
      ? "The identity provider denied access."
      : "The identity provider returned an error. Start again.";
  }
  if (error instanceof ResponseBodyError) {
    return explainOauthError(error.error);
  }
  // How a provider rejects a client that authenticates by header.
  if (error instanceof WWWAuthenticateChallengeError) {
    return explainOauthError("invalid_client");
  }
  if (error instanceof ClientError && error.cause instanceof OutboundRefusedError) {
    return "The identity provider is at an address that this service may not call. An operator can allow it in WEFT_OUTBOUND_ALLOW.";
  }
  return explainCode(error instanceof ClientError ? error.code : undefined);
}

function explainOauthError(code: string): string {
  switch (code) {
    case "invalid_client":
    case "unauthorized_client":
      return "The identity provider rejected the organization's client id and secret. Ask an administrator to check them.";
    case "access_denied":
      return "The identity provider denied access.";
    case "expired_token":
      return "The sign-in timed out. Start again.";
    default:
      return "The identity provider rejected the sign-in. Start again.";
  }
}

/** By the library's error codes; without one the request itself failed. */
function explainCode(code: string | undefined): string {
  switch (code) {
    case undefined:
    case "OAUTH_TIMEOUT":
    case "OAUTH_ABORT":
      return "The identity provider does not respond. Retry later.";
    case "OAUTH_RESPONSE_IS_NOT_CONFORM":
    case "OAUTH_RESPONSE_IS_NOT_JSON":
    case "OAUTH_PARSE_ERROR":
      return "The identity provider sent an unexpected response. If this persists, ask an administrator to check the settings.";
    case "OAUTH_MISSING_SERVER_METADATA":
      return "The identity provider does not support this sign-in method.";
    case "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED":
      return "The identity provider uses a different issuer. Ask an administrator to check the organization's settings.";
    case "OAUTH_HTTP_REQUEST_FORBIDDEN":
      return "The identity provider has a URL without https, which is not allowed.";
    default:
      return "The identity provider's response could not be verified. Start again; if this persists, ask an administrator to check the settings.";
  }
}
