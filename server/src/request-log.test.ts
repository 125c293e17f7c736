import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgRow } from "./access/org-store.ts";
import { bearer, sessionOf, signIn, writingSessionOf } from "./access/testing/sign-in.ts";
import type { UserRow } from "./access/user-store.ts";
import { upload } from "./loader/testing/loading.ts";
import { operatorHeaders, operatorSettings } from "./orgs/testing/operator-world.ts";
import { buildKey, buildUser, firstOrg } from "./testing/builders.ts";
import { keyHeaders, startTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;
let org: OrgRow;
let user: UserRow;
let owner: Record<string, string>;
let reader: Record<string, string>;
let limited: Record<string, string>;
let elsewhere: Record<string, string>;
let session: Record<string, string>;
let writing: Record<string, string>;
let token: Record<string, string>;
let appId: string;
let link: string;
let inbound: { readonly id: string; readonly secret: string };

beforeAll(async () => {
  service = await startTestService(operatorSettings);
  org = await firstOrg(service);
  user = await buildUser(service, org, { role: "admin" });
  owner = keyHeaders(service.first);
  const viewer = await buildUser(service, org, { role: "viewer" });
  reader = (await buildKey(service, org, { user: viewer })).headers;
  limited = (await buildKey(service, org, { user, ratePerSecond: 0.1 })).headers;
  elsewhere = (await buildKey(service, org, { user, allowedAddresses: ["192.0.2.0/24"] })).headers;
  const signedIn = await signIn(service, org, user, { grant: "session" });
  session = sessionOf(signedIn);
  writing = writingSessionOf(signedIn);
  token = bearer(await signIn(service, org, user));
  appId = (await service.call("GET", "/whoami")).body.actor.id;
  const file = await service.call("GET", `/files/${await upload(service, "text")}`);
  link = new URL(file.body.downloadUrl).pathname + new URL(file.body.downloadUrl).search;
  inbound = (await service.call("POST", "/inbound-webhooks", { body: { name: "erp" } })).body;
});

afterAll(() => service.stop());

interface Sent {
  readonly method?: string;
  /** Below the address of the service. */
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: object;
  /** How often it is sent; the last line counts. */
  readonly times?: number;
}

/** The line of a request, which is written after its response. */
async function lineOf({ method = "GET", path, headers = {}, body, times = 1 }: Sent) {
  const before = service.logLines.length;
  for (let time = 0; time < times; time += 1) {
    const answer = await fetch(service.address + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
  }
  const lines = () =>
    service.logLines
      .slice(before)
      .map((line) => JSON.parse(line))
      // The tools of MCP call the API themselves.
      .filter((line) => line.msg === "request" && line.path === path.split("?")[0]);
  await expect.poll(() => lines().length).toBe(times);
  return lines().at(-1);
}

const ofUser = () => ({ org: org.slug, actor: user.id, actorType: "user" });
const ofApp = () => ({ org: org.slug, actor: appId, actorType: "app" });
const unknown = { org: null, actor: null, actorType: null };
const credentials = () => ({ email: user.email, password: "correct horse battery", orgSlug: org.slug });
const missing = "AP6U2ixwAP6U2ixw";
const scim = "/api/scim/v2/Users";
const rpc = { jsonrpc: "2.0", id: 1, method: "tools/list" };

test.each<[string, () => Sent, number, () => object]>([
  ["a key", () => ({ path: "/api/whoami", headers: owner }), 200, ofApp],
  ["a session", () => ({ path: "/api/whoami", headers: session }), 200, ofUser],
  ["an access token", () => ({ path: "/api/whoami", headers: token }), 200, ofUser],
  ["an entity that does not exist", () => ({ path: `/api/items/${missing}`, headers: owner }), 404, ofApp],
  [
    "a right that is missing",
    () => ({ method: "POST", path: "/api/items", headers: reader, body: { name: "Parka" } }),
    403,
    () => ({ org: org.slug, actor: expect.any(String), actorType: "user" }),
  ],
  ["an invalid body", () => ({ method: "POST", path: "/api/items", headers: owner, body: { name: 5 } }), 400, ofApp],
  ["an address that is not allowed", () => ({ path: "/api/whoami", headers: elsewhere }), 403, ofUser],
  [
    "a session without its CSRF token",
    () => ({ method: "POST", path: "/api/items", headers: session, body: { name: "Parka" } }),
    403,
    ofUser,
  ],
  ["a used rate limit", () => ({ path: "/api/whoami", headers: limited, times: 3 }), 429, ofUser],
  [
    "a sign-in",
    () => ({ method: "POST", path: "/api/login", body: { ...credentials(), grant: "token" } }),
    200,
    ofUser,
  ],
  [
    "a sign-in of a browser",
    () => ({ method: "POST", path: "/api/login", body: { ...credentials(), grant: "session" } }),
    200,
    ofUser,
  ],
  [
    "a wrong password",
    () => ({ method: "POST", path: "/api/login", body: { ...credentials(), password: "wrong" } }),
    401,
    () => unknown,
  ],
  ["SCIM", () => ({ path: scim, headers: owner }), 200, ofApp],
  ["SCIM, a user that does not exist", () => ({ path: `${scim}/${missing}`, headers: owner }), 404, ofApp],
  ["SCIM with a used rate limit", () => ({ path: scim, headers: limited, times: 3 }), 429, ofUser],
  ["MCP", () => ({ method: "POST", path: "/mcp", headers: owner, body: rpc }), 200, ofApp],
  [
    "MCP with a used rate limit",
    () => ({ method: "POST", path: "/mcp", headers: limited, body: rpc, times: 3 }),
    429,
    ofUser,
  ],
  ["a signed link", () => ({ path: link }), 200, () => ({ ...unknown, org: org.slug })],
  [
    "an inbound webhook",
    () => ({
      method: "POST",
      path: `/api/trigger-webhooks/${inbound.id}`,
      headers: { "x-webhook-secret": inbound.secret },
      body: {},
    }),
    202,
    () => ({ org: org.slug, actor: inbound.id, actorType: "inbound-webhook" }),
  ],
  [
    "the operator",
    () => ({ path: "/api/operator/orgs", headers: operatorHeaders }),
    200,
    () => ({ org: null, actor: "operator", actorType: "operator" }),
  ],
  [
    "the operator, about an organization",
    () => ({ path: `/api/operator/orgs/${org.slug}`, headers: operatorHeaders }),
    200,
    () => ({ org: org.slug, actor: "operator", actorType: "operator" }),
  ],
  [
    "the operator, about an organization that does not exist",
    () => ({ path: "/api/operator/orgs/nowhere", headers: operatorHeaders }),
    404,
    () => ({ org: "nowhere", actor: "operator", actorType: "operator" }),
  ],
  [
    "a wrong token of the operator",
    () => ({ path: "/api/operator/orgs", headers: { authorization: "bearer wrong" } }),
    401,
    () => unknown,
  ],
  ["a wrong key", () => ({ path: "/api/whoami", headers: { ...owner, "x-api-key": "app:wrong" } }), 401, () => unknown],
  ["no credential", () => ({ path: "/api/whoami" }), 401, () => unknown],
  ["a sign-out", () => ({ method: "POST", path: "/api/logout", headers: writing }), 204, ofUser],
])("%s", async (_case, sent, status, party) => {
  expect(await lineOf(sent())).toMatchObject({ status, ...party() });
});
