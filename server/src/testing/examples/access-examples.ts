import {
  answerAuthorizationRequest,
  apiKeyOperations,
  getAuthorizationRequest,
  getOrg,
  getRetention,
  login,
  logout,
  updateOrg,
  userOperations,
  whoami,
} from "@weft/contract";
import { registerClient } from "../../access/oauth/oauth-client.ts";
import { requestFor } from "../../access/oauth/testing/oauth-world.ts";
import { writingSessionOf } from "../../access/testing/sign-in.ts";
import { SecretBox } from "../../platform/secret-box.ts";
import { testSecret } from "../test-service.ts";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld, type ExampleWorld, unknownId } from "./example-world.ts";

const email = "jo@acme.example";
const password = "kestrel anvil marzipan";

/** The caller, signing in and out, the org, and what only keys can do. */
export async function recordAccessExamples(recorder: ExampleRecorder): Promise<void> {
  const world = await buildExampleWorld(recorder, "acme");
  await recordLogin(recorder, world);
  await recordOrg(recorder, world);
  await recordKeyLife(world);
  await recordErasure(world);
  await recordRetention(recorder, world);
}

async function recordLogin(recorder: ExampleRecorder, world: ExampleWorld): Promise<void> {
  await world.create("users", { email, name: "Jo Miller", role: "viewer", password });
  const body = { email, password, orgSlug: world.orgSlug };
  const signedIn = await recorder.record(login, { title: "A program gets an access token.", status: 200, body });
  const browser = await recorder.record(login, {
    title: "A browser gets a session; the response sets its cookie.",
    status: 200,
    body: { ...body, grant: "session" },
  });
  await recorder.record(login, { title: "A wrong password.", status: 401, body: { ...body, password: "a guess" } });
  await recorder.record(login, { title: "An unknown email address.", status: 400, body: { ...body, email: "jo" } });
  await recordAuthorization(recorder, world, writingSessionOf(browser));
  const headers = { authorization: `bearer ${signedIn.body.accessToken}` };
  await world.record(whoami, { title: "An app, by its key.", status: 200 });
  await recorder.record(whoami, { title: "A user, by an access token.", status: 200, headers });
  await recorder.record(whoami, { title: "Without a credential.", status: 401 });
  await recorder.record(logout, { title: "Revoke the token of this request.", status: 204, headers });
  await recorder.record(logout, { title: "The token is no longer valid.", status: 401, headers });
}

/** By the session of a browser. */
async function recordAuthorization(
  recorder: ExampleRecorder,
  world: ExampleWorld,
  session: Record<string, string>,
): Promise<void> {
  const redirect_uri = "https://assistant.example/callback";
  const metadata = { client_name: "Assistant", redirect_uris: [redirect_uri] };
  const { client_id } = registerClient(new SecretBox([testSecret]), metadata);
  const request = requestFor(client_id, { redirect_uri, scope: "read write", state: "example-state" });
  const forged = requestFor(client_id, { redirect_uri: "https://other.example/callback" });
  const asked = { title: "Who asks, and for what.", status: 200, query: { request } };
  await recorder.record(getAuthorizationRequest, asked, session);
  await recorder.record(
    getAuthorizationRequest,
    { title: "A redirect URI that is not registered.", status: 400, query: { request: forged } },
    session,
  );
  const granted = { title: "The user grants access to read.", status: 200, body: { request, grant: "read" } };
  await recorder.record(answerAuthorizationRequest, granted, session);
  const denied = { title: "The user denies the request.", status: 200, body: { request, grant: "none" } };
  await recorder.record(answerAuthorizationRequest, denied, session);
  await world.record(answerAuthorizationRequest, { ...granted, title: "A key cannot grant access.", status: 403 });
}

async function recordOrg(recorder: ExampleRecorder, world: ExampleWorld): Promise<void> {
  const headers = { "if-match": '"1"' };
  const body = { name: "Acme Apparel", timeZone: "Europe/Berlin", retention: { item: 365 } };
  await world.record(getOrg, { title: "Read the organization of the credential.", status: 200 });
  await world.record(getOrg, {
    title: "The known version is current.",
    status: 304,
    headers: { "if-none-match": '"1"' },
  });
  await recorder.record(getOrg, { title: "Without a credential.", status: 401 });
  await world.record(updateOrg, { title: "Update with the version that was read.", status: 200, headers, body });
  await world.record(updateOrg, { title: "Changed since it was read.", status: 412, headers, body });
  await world.record(updateOrg, {
    title: "Invalid body, with the location of each error.",
    status: 400,
    body: { name: "", timeZone: "Mars/Olympus" },
  });
}

async function recordKeyLife(world: ExampleWorld): Promise<void> {
  const { rotate, revoke } = apiKeyOperations;
  const key = await world.create("api-keys", { label: "web shop", preset: "read-only" });
  const params = { id: key.id };
  const body = { overlapSeconds: 7200 };
  await world.record(rotate, { title: "Rotate; the old key stays valid for two hours.", status: 201, params, body });
  await world.record(revoke, { title: "Revoke the old key immediately.", status: 200, params });
  await world.record(revoke, { title: "Unknown id.", status: 404, params: { id: unknownId } });
  await world.record(rotate, { title: "An expired or revoked key cannot be rotated.", status: 409, params, body });
  await world.record(rotate, { title: "Unknown id.", status: 404, params: { id: unknownId }, body });
}

async function recordErasure(world: ExampleWorld): Promise<void> {
  const { id } = await world.create("users", { email: "max@acme.example", name: "Max Ray", role: "viewer" });
  const call = { params: { id }, query: { erase: "true" } };
  await world.record(userOperations.remove, {
    title: "Erase the user's personal data. rows counts the changed and deleted rows.",
    status: 200,
    ...call,
  });
}

async function recordRetention(recorder: ExampleRecorder, world: ExampleWorld): Promise<void> {
  await world.record(getRetention, { title: "How long the data of the organization is kept.", status: 200 });
  await recorder.record(getRetention, { title: "Without a credential.", status: 401 });
}
