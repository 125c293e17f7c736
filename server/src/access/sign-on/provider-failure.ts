import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { signOnFailed } from "../../errors.ts";
import { OutboundRefused } from "../../platform/outbound/outbound-refused.ts";
import { Problem } from "../../platform/problem.ts";

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
  if (error instanceof ClientError && error.cause instanceof OutboundRefused) {
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
