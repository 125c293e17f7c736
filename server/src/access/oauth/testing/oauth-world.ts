import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestService, type TestAnswer, type TestService } from "../../../testing/test-service.ts";
import type { OrgRow } from "../../org-store.ts";
import { signIn, writingSessionOf } from "../../testing/sign-in.ts";
import type { UserRow } from "../../user-store.ts";

/** A service that has a console: only then can users sign in to connect an application. */
export async function startOAuthService(
  settings: Parameters<typeof startTestService>[0] = {},
  beside?: TestService,
): Promise<TestService> {
  const consoleFolder = await mkdtemp(join(tmpdir(), "weft-oauth-"));
  await mkdir(join(consoleFolder, "assets"));
  await writeFile(join(consoleFolder, "index.html"), "<title>Weft</title>");
  const service = await startTestService(settings, beside, { consoleFolder });
  // It was read at the start.
  await rm(consoleFolder, { recursive: true });
  return service;
}

const verifier = "a-code-verifier-that-only-this-client-knows-43";
const challenge = hash("sha256", verifier, "base64url");
export const callback = "http://localhost:33418/callback";

type FormInput = Readonly<Record<string, string | undefined>>;

/** A request to an endpoint of OAuth, as a form or as JSON. */
export async function post(service: TestService, path: string, body: FormInput | string | object): Promise<TestAnswer> {
  const isForm = path !== "/oauth/register";
  const answer = await fetch(service.address + path, {
    method: "POST",
    headers: { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" },
    body: typeof body === "string" ? body : isForm ? formOf(body) : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}

function formOf(parameters: object): string {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(Object.fromEntries(entries)).toString();
}

export async function register(service: TestService, metadata: object = {}): Promise<string> {
  const body = { client_name: "Claude", redirect_uris: [callback], ...metadata };
  const { status, body: registered } = await post(service, "/oauth/register", body);
  assert.equal(status, 201, JSON.stringify(registered));
  return registered.client_id;
}

/** A request for authorization, as the page of the console gets it. */
export function requestFor(clientId: string, changes: FormInput = {}): string {
  return formOf({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "a state",
    ...changes,
  });
}

/** The headers of a browser whose user is signed in. */
export async function browserOf(
  service: TestService,
  org: Pick<OrgRow, "slug">,
  user: Pick<UserRow, "email">,
  password?: string,
): Promise<Record<string, string>> {
  const input = { grant: "session" as const, ...(password === undefined ? {} : { password }) };
  return writingSessionOf(await signIn(service, org, user, input));
}

interface Approval {
  readonly browser: Readonly<Record<string, string>>;
  readonly clientId: string;
  readonly grant?: "read" | "write";
  readonly changes?: FormInput;
}

/** What the application gets back after the user approved. */
export async function approve(service: TestService, { browser, clientId, grant, changes }: Approval): Promise<URL> {
  const body = { request: requestFor(clientId, changes), grant: grant ?? "write" };
  const answer = await service.call("POST", "/oauth/authorization", { headers: browser, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return new URL(answer.body.location);
}

export function codeIn(location: URL): string {
  return location.searchParams.get("code") ?? "";
}

export function exchange(
  service: TestService,
  clientId: string,
  code: string,
  changes: FormInput = {},
): Promise<TestAnswer> {
  return post(service, "/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: callback,
    code_verifier: verifier,
    ...changes,
  });
}

export function refresh(
  service: TestService,
  clientId: string,
  refreshToken: string,
  changes: FormInput = {},
): Promise<TestAnswer> {
  return post(service, "/oauth/token", {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: refreshToken,
    ...changes,
  });
}

export interface Connection {
  readonly clientId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An application that a user connected. */
export async function connect(
  service: TestService,
  { browser, grant, clientId }: Omit<Approval, "clientId" | "changes"> & { readonly clientId?: string },
): Promise<Connection> {
  const id = clientId ?? (await register(service));
  const location = await approve(service, { browser, clientId: id, ...(grant === undefined ? {} : { grant }) });
  const { status, body } = await exchange(service, id, codeIn(location));
  assert.equal(status, 200, JSON.stringify(body));
  return connectionOf(id, body);
}

export function connectionOf(
  clientId: string,
  body: { readonly access_token: string; readonly refresh_token: string },
): Connection {
  const headers = { authorization: `Bearer ${body.access_token}` };
  return { clientId, accessToken: body.access_token, refreshToken: body.refresh_token, headers };
}

export async function statusWith(service: TestService, { headers }: Pick<Connection, "headers">): Promise<number> {
  return (await service.call("GET", "/whoami", { headers })).status;
}

export async function tokenIdOf(service: TestService, { headers }: Connection): Promise<string> {
  return (await service.call("GET", "/whoami", { headers })).body.credential.id;
}

/** The audit entries of an action on the user, read with the key of an owner. */
export async function auditedOf(
  service: TestService,
  { user, action, owner }: { user: Pick<UserRow, "id">; action: string; owner: Record<string, string> },
) {
  const criteria = encodeURIComponent(JSON.stringify({ action, targetId: user.id }));
  const { body } = await service.call("GET", `/audit-log?criteria=${criteria}`, { headers: owner });
  return body.results;
}
