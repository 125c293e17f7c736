import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postMcp } from "../../mcp/testing/mcp-client.ts";
import { buildUser, firstOrg } from "../../testing/builders.ts";
import { startTestService, type TestService, testPassword } from "../../testing/test-service.ts";
import { bearer, sessionOf, signIn } from "../testing/sign-in.ts";
import {
  approve,
  browserOf,
  callback,
  codeIn,
  exchange,
  post,
  register,
  requestFor,
  startOAuthService,
} from "./testing/oauth-world.ts";

let service: TestService;
let browser: Record<string, string>;
let clientId: string;

beforeAll(async () => {
  service = await startOAuthService();
  const org = await firstOrg(service);
  browser = await browserOf(service, org, await buildUser(service, org, { role: "editor" }));
  clientId = await register(service);
});

afterAll(() => service.stop());

async function read(path: string) {
  const answer = await fetch(service.address + path, { redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("discovery", () => {
  test("the 401 of /mcp names the metadata of the resource, and that of the API stays as it is", async () => {
    const mcp = await postMcp(service, { jsonrpc: "2.0", id: 1, method: "tools/list" }, {});
    const wrong = await postMcp(service, {}, { authorization: "Bearer wrong" });
    const api = await service.call("GET", "/items", { headers: {} });

    const metadata = `${service.address}/.well-known/oauth-protected-resource/mcp`;
    const challenge = `Bearer realm="weft", resource_metadata="${metadata}", scope="read write", ApiKey realm="weft"`;
    expect([mcp.status, mcp.headers.get("www-authenticate")]).toEqual([401, challenge]);
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, challenge]);
    expect(mcp.body.code).toBe("unauthenticated");
    expect(api.headers.get("www-authenticate")).toBe('Bearer realm="weft", ApiKey realm="weft"');
  });

  test("the metadata names this service as resource and as authorization server", async () => {
    const origin = service.address;
    const resource = await read("/.well-known/oauth-protected-resource/mcp");
    const fallback = await read("/.well-known/oauth-protected-resource");
    const server = await read("/.well-known/oauth-authorization-server");

    expect(JSON.parse(resource.text)).toEqual({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      scopes_supported: ["read", "write"],
      bearer_methods_supported: ["header"],
      resource_name: "Weft",
    });
    expect(fallback.text).toBe(resource.text);
    expect(JSON.parse(server.text)).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
    });
    expect(resource.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test("behind a proxy, all URLs are below WEFT_PUBLIC_URL", async () => {
    const proxied = await startOAuthService({ WEFT_PUBLIC_URL: "https://weft.example" }, service);
    const answer = await fetch(`${proxied.address}/.well-known/oauth-authorization-server`);
    const metadata: object = JSON.parse(await answer.text());
    await proxied.stop();

    const urls = Object.entries(metadata).filter(([name]) => name === "issuer" || name.endsWith("_endpoint"));
    expect(urls).toHaveLength(5);
    expect(urls.filter(([, url]) => !String(url).startsWith("https://weft.example"))).toEqual([]);
  });

  test("a node without the console offers no sign-in, because it has no page for it", async () => {
    const bare = await startTestService({}, service, { consoleFolder: "/nowhere" });
    const paths = ["/.well-known/oauth-authorization-server", "/oauth/authorize", "/oauth/token"];
    const answers = await Promise.all(paths.map((path) => fetch(bare.address + path)));
    const mcp = await postMcp(bare, {}, {});
    await bare.stop();

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(mcp.headers.get("www-authenticate")).toBe('Bearer realm="weft", ApiKey realm="weft"');
  });

  test("the authorization endpoint sends the browser to the console, with the request unchanged", async () => {
    const { status, headers } = await read("/oauth/authorize?state=1.0&scope=read+write&x=%2B");

    expect(status).toBe(302);
    expect(headers.get("location")).toBe(`/connect?request=${encodeURIComponent("state=1.0&scope=read+write&x=%2B")}`);
  });
});

describe("the endpoints", () => {
  const form = "application/x-www-form-urlencoded";
  const token = { grant_type: "authorization_code", code: "c", redirect_uri: callback, code_verifier: "v" };

  test.each([
    ["/oauth/token", form, "", "invalid_request"],
    ["/oauth/token", form, "grant_type=", "invalid_request"],
    ["/oauth/token", form, "grant_type=password", "unsupported_grant_type"],
    ["/oauth/token", form, "grant_type=refresh_token&grant_type=refresh_token", "invalid_request"],
    ["/oauth/token", form, "grant_type=refresh_token", "invalid_request"],
    ["/oauth/token", form, "grant_type=authorization_code&code=c&redirect_uri=u", "invalid_request"],
    ["/oauth/token", form, new URLSearchParams(token).toString(), "invalid_request"],
    ["/oauth/token", form, `${new URLSearchParams(token)}&client_id=unknown`, "invalid_client"],
    ["/oauth/token", form, "grant_type=refresh_token&refresh_token=t&client_id=unknown", "invalid_client"],
    ["/oauth/token", form, `grant_type=refresh_token&refresh_token=${"t".repeat(20_000)}`, "invalid_request"],
    ["/oauth/token", form, "%ff%00=%", "invalid_request"],
    ["/oauth/token", "application/json", "{}", "invalid_request"],
    ["/oauth/token", "application/json", "{", "invalid_request"],
    ["/oauth/token", "text/plain", "grant_type=refresh_token", "invalid_request"],
    ["/oauth/revoke", form, "", "invalid_request"],
    ["/oauth/revoke", form, "token=a&token=b", "invalid_request"],
    ["/oauth/register", "application/json", "", "invalid_client_metadata"],
    ["/oauth/register", "application/json", "{", "invalid_request"],
    ["/oauth/register", "application/json", "[]", "invalid_client_metadata"],
    ["/oauth/register", "application/json", '{"redirect_uris": ["javascript:alert(1)"]}', "invalid_redirect_uri"],
    ["/oauth/register", "application/json", JSON.stringify({ client_name: "a".repeat(20_000) }), "invalid_request"],
    ["/oauth/register", form, "redirect_uris=https://claude.ai/", "invalid_request"],
  ])("%s rejects %s %j with %s", async (path, type, body, error) => {
    const answer = await fetch(service.address + path, { method: "POST", headers: { "content-type": type }, body });
    const failure = await answer.json();

    expect(failure).toEqual({ error, error_description: expect.any(String) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("forms are read nowhere else, so that no page of another origin can send one", async () => {
    const headers = { ...browser, "content-type": form };

    const answers = await Promise.all([
      service.call("POST", "/oauth/authorization", { headers, body: "grant=write" }),
      service.call("POST", "/items", { headers, body: "name=Parka" }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([415, 415]);
  });

  test("requests without a credential count toward the rate limit of their address", async () => {
    const limited = await startOAuthService({ WEFT_RATE_LIMIT: "1" }, service);
    const attempts = Array.from({ length: 100 }, () => post(limited, "/oauth/register", { redirect_uris: [callback] }));
    const answers = await Promise.all(attempts);
    await limited.stop();

    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body).toEqual({ error: "temporarily_unavailable", error_description: expect.any(String) });
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
  });
});

describe("a request for authorization", () => {
  const describeRequest = (request: string, headers = browser) =>
    service.call("GET", `/oauth/authorization?${new URLSearchParams({ request })}`, { headers });

  test.each([
    [{ scope: "read write" }, "write"],
    [{ scope: "write" }, "write"],
    [{ scope: "read" }, "read"],
    [{ scope: "read offline_access" }, "read"],
    [{ scope: "openid" }, null],
    [{ scope: undefined }, null],
  ])("with %j is for the scope %s", async (changes, scope) => {
    const { status, body } = await describeRequest(requestFor(clientId, changes));

    expect(status).toBe(200);
    expect(body).toEqual({ clientName: "Claude", returnsTo: { kind: "computer", name: "localhost:33418" }, scope });
  });

  test.each([
    ["https://claude.ai/api/mcp/auth_callback", { kind: "website", name: "claude.ai" }],
    ["https://claude.ai:8443/callback", { kind: "website", name: "claude.ai:8443" }],
    ["http://127.0.0.1:4000/callback", { kind: "computer", name: "127.0.0.1:4000" }],
    ["cursor://anysphere.cursor-mcp/oauth/callback", { kind: "app", name: "cursor" }],
  ])("that returns to %s shows %j", async (redirectUri, returnsTo) => {
    const id = await register(service, { redirect_uris: [redirectUri] });

    const { body } = await describeRequest(requestFor(id, { redirect_uri: redirectUri }));

    expect(body.returnsTo).toEqual(returnsTo);
  });

  const refusals: readonly (readonly [string, Record<string, string | undefined>, RegExp])[] = [
    ["an unknown client", { client_id: "unknown" }, /not registered here/],
    ["no client", { client_id: undefined }, /not registered here/],
    ["a redirect URI that is not registered", { redirect_uri: "https://evil.example/" }, /do not continue/],
    ["another path on loopback", { redirect_uri: "http://localhost:33418/other" }, /do not continue/],
    ["no redirect URI", { redirect_uri: undefined }, /do not continue/],
    ["an implicit grant", { response_type: "token" }, /response_type/],
    ["no response type", { response_type: undefined }, /response_type/],
    ["no challenge", { code_challenge: undefined }, /PKCE/],
    ["a plain challenge", { code_challenge_method: "plain" }, /PKCE/],
    ["a challenge without its method", { code_challenge_method: undefined }, /PKCE/],
    ["a short challenge", { code_challenge: "short" }, /PKCE/],
    ["another resource", { resource: "https://other.example/mcp" }, /another resource/],
    ["a long state", { state: "s".repeat(2001) }, /state/],
  ];

  test.each(refusals)("with %s is neither shown nor approved, nor redirected", async (_, changes, reason) => {
    const request = requestFor(clientId, changes);
    const shown = await describeRequest(request);
    const answers = ["read", "write", "none"].map((grant) =>
      service.call("POST", "/oauth/authorization", { headers: browser, body: { request, grant } }),
    );

    for (const { status, body } of [shown, ...(await Promise.all(answers))]) {
      expect(status).toBe(400);
      expect(body.detail).toMatch(reason);
      expect(body).not.toHaveProperty("location");
    }
  });

  test("with a repeated parameter is refused", async () => {
    const { status, body } = await describeRequest(`${requestFor(clientId)}&redirect_uri=https://evil.example/`);

    expect([status, body.detail]).toEqual([400, expect.stringContaining("repeated")]);
  });

  test("is approved with a code, the state and the issuer, and denied with an error", async () => {
    const location = await approve(service, { browser, clientId });
    const denied = await service.call("POST", "/oauth/authorization", {
      headers: browser,
      body: { request: requestFor(clientId), grant: "none" },
    });

    expect(location.href.startsWith(`${callback}?`)).toBe(true);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      code: expect.any(String),
      state: "a state",
      iss: service.address,
    });
    expect(Object.fromEntries(new URL(denied.body.location).searchParams)).toEqual({
      error: "access_denied",
      error_description: expect.any(String),
      state: "a state",
      iss: service.address,
    });
  });

  test("keeps the query of the redirect URI", async () => {
    const redirectUri = "https://vscode.dev/redirect?window=1";
    const id = await register(service, { redirect_uris: [redirectUri] });

    const location = await approve(service, { browser, clientId: id, changes: { redirect_uri: redirectUri } });

    expect(location.href.startsWith(`${redirectUri}&code=`)).toBe(true);
  });

  test("is approved only by a user who is signed in, on a page of the service", async () => {
    const org = await firstOrg(service);
    const user = await buildUser(service, org, { role: "owner" });
    const token = await signIn(service, org, user);
    const session = await signIn(service, org, user, { grant: "session", password: testPassword });
    const body = { request: requestFor(clientId), grant: "write" };
    const answerWith = (headers?: Record<string, string>) =>
      service.call("POST", "/oauth/authorization", { body, ...(headers === undefined ? {} : { headers }) });

    const byKey = await answerWith();
    const byToken = await answerWith(bearer(token));
    const byOtherPage = await answerWith(sessionOf(session));
    const byNobody = await answerWith({});

    expect([byKey.status, byToken.status, byOtherPage.status, byNobody.status]).toEqual([403, 403, 403, 401]);
    expect(byToken.body.detail).toMatch(/signed in to the console/);
    expect(byOtherPage.body.code).toBe("csrf-token-missing");
  });
});

test("no secret is in the log", async () => {
  const code = codeIn(await approve(service, { browser, clientId }));
  const { body } = await exchange(service, clientId, code);
  await read(`/oauth/authorize?${requestFor(clientId)}&code=${code}`);

  const log = service.logLines.join("\n");
  expect(log).toContain("/oauth/token");
  expect([code, body.access_token, body.refresh_token, clientId].filter((secret) => log.includes(secret))).toEqual([]);
});
