import type { OAuthScope } from "@weft/contract";
import { forbidden, invalidRequest } from "../../platform/errors.ts";
import { isLoopbackName } from "../../platform/network-address.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { AccessServices } from "../access-services.ts";
import type { Caller } from "../caller.ts";
import { makeSecret } from "../secret.ts";
import { formatHandle, rememberAttempt } from "../sign-on/sign-on-attempt.ts";
import { findUser } from "../user-store.ts";
import { type FormParameters, readFormParameters } from "./form-parameters.ts";
import { isRegisteredRedirect, type OAuthClient, readClient } from "./oauth-client.ts";
import { resourceOf } from "./oauth-metadata.ts";

const codeSeconds = 60;
const stateLengthMax = 2000;
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** A valid request of an application to act as a user (RFC 6749, 4.1.1; RFC 7636; RFC 8707). */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
  /** Null if the request names none that exists. */
  readonly scope: OAuthScope | null;
  readonly codeChallenge: string;
  readonly resource: string;
}

/**
 * Every invalid request is shown to the user and never redirected: with a wrong client or redirect URI, the browser would
 * be sent wherever an attacker wants.
 */
export function readAuthorizationRequest(secrets: SecretBox, origin: string, text: string): AuthorizationRequest {
  const parameters = readFormParameters(text);
  if (parameters === undefined) {
    throw invalidRequest("A parameter of the request is repeated. Start again in the application.");
  }
  const client = readClient(secrets, parameters.get("client_id") ?? "");
  if (client === undefined) {
    throw invalidRequest(
      "The application is not registered here (unknown client_id). Remove Weft from the application, then add it again.",
    );
  }
  const redirectUri = parameters.get("redirect_uri") ?? "";
  if (!isRegisteredRedirect(client, redirectUri)) {
    throw invalidRequest(
      "The application did not register this redirect_uri. If a link brought you here, someone may be trying to get access to your account: do not continue. Otherwise remove Weft from the application, then add it again.",
    );
  }
  requireCodeFlow(parameters);
  return {
    client,
    redirectUri,
    state: requireState(parameters),
    scope: scopeIn(parameters),
    codeChallenge: requireChallenge(parameters),
    resource: requireResource(parameters, origin),
  };
}

function requireCodeFlow(parameters: FormParameters): void {
  if (parameters.get("response_type") !== "code") {
    throw invalidRequest("The application requested an unsupported response_type. It must be code.");
  }
}

function requireState(parameters: FormParameters): string | undefined {
  const state = parameters.get("state");
  if (state !== undefined && state.length > stateLengthMax) {
    throw invalidRequest(`The state of the application must have at most ${stateLengthMax} characters.`);
  }
  return state;
}

function requireChallenge(parameters: FormParameters): string {
  const challenge = parameters.get("code_challenge") ?? "";
  if (parameters.get("code_challenge_method") !== "S256" || !challengePattern.test(challenge)) {
    throw invalidRequest(
      "The application did not send a code_challenge with code_challenge_method=S256 (PKCE), which is required.",
    );
  }
  return challenge;
}

/** Unknown scopes are ignored: some applications always request offline_access. */
function scopeIn(parameters: FormParameters): OAuthScope | null {
  const scopes = parameters.get("scope")?.split(" ") ?? [];
  return scopes.includes("write") ? "write" : scopes.includes("read") ? "read" : null;
}

function requireResource(parameters: FormParameters, origin: string): string {
  const resource = parameters.get("resource") ?? resourceOf(origin);
  if (resource !== resourceOf(origin)) {
    throw invalidRequest(
      `The application requested access to another resource. It must be ${resourceOf(origin)}: connect to that URL.`,
    );
  }
  return resource;
}

/** Where the browser goes after the answer, and whether that is on this computer. */
export function returnOf({ redirectUri }: AuthorizationRequest) {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol === "https:" || protocol === "http:") {
    return { kind: isLoopbackName(hostname) ? ("computer" as const) : ("website" as const), name: host };
  }
  return { kind: "app" as const, name: protocol.slice(0, -1) };
}

/** RFC 9207: the application checks iss, so that it does not send the code to another server. */
function redirectTo(
  { redirectUri, state }: AuthorizationRequest,
  origin: string,
  outcome: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams({ ...outcome, ...(state === undefined ? {} : { state }), iss: origin });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}`;
}

export function denyRequest(request: AuthorizationRequest, origin: string): string {
  return redirectTo(request, origin, { error: "access_denied", error_description: "The user denied the request." });
}

/** Returns the redirect with a code for what the user approved. Only a user who is signed in may approve. */
export async function approveRequest(
  { db, secrets }: Pick<AccessServices, "db" | "secrets">,
  {
    caller,
    request,
    scope,
    origin,
  }: { caller: Caller; request: AuthorizationRequest; scope: OAuthScope; origin: string },
): Promise<string> {
  // A program with a key or token could otherwise extend its own access.
  if (caller.credential.type !== "session") {
    throw forbidden("Only a user who is signed in to the console can connect an application.");
  }
  const { client, redirectUri, codeChallenge, resource } = request;
  const secret = makeSecret();
  await db.transaction(async (tx) => {
    const user = await findUser(tx, caller.org.id, caller.actor.id);
    if (user === undefined) {
      throw forbidden("The user was deleted.");
    }
    await rememberAttempt(tx, secrets, caller.org.id, {
      handle: secret,
      attempt: {
        kind: "authorization",
        userId: user.id,
        userVersion: user.version,
        scope,
        clientId: client.id,
        clientName: client.name,
        redirectUri,
        codeChallenge,
        resource,
      },
      expiresInSeconds: codeSeconds,
    });
  });
  return redirectTo(request, origin, { code: formatHandle({ orgId: caller.org.id, secret }) });
}
