import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { shareTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { ApiError } from "./api-error.ts";
import { type FailingProxy, startFailingProxy } from "./testing/failing-proxy.ts";
import { Weft } from "./weft.ts";

let service: TestService;
let proxy: FailingProxy;
let baseUrl: string;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  proxy = await startFailingProxy(service.address);
  ({ baseUrl } = proxy);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await proxy.close();
});

test("a key is sent with its organization", async () => {
  const { apiKey, orgSlug } = service.first;

  const who = await new Weft({ apiKey, orgSlug, baseUrl }).call("whoami");

  expect(who.org.slug).toBe(orgSlug);
  expect(proxy.calls[0]?.headers).toMatchObject({ "x-api-key": apiKey, "x-api-org": orgSlug });
  expect(proxy.calls[0]?.headers["user-agent"]).toMatch(/^weft-client\/\d/);
});

test("an access token is sent as a bearer, with and without an organization", async () => {
  const { accessToken = "" } = (await passwordSession().call("login", { body: passwordOf() })) ?? {};

  const who = await new Weft({ accessToken, baseUrl }).call("whoami");
  const named = await new Weft({ accessToken, orgSlug: service.first.orgSlug, baseUrl }).call("whoami");

  expect(who.actor.id).toBe(named.actor.id);
});

test("a page of the service writes with the token of its session, and the cookie identifies the user", async () => {
  const { email, password, orgSlug } = service.first;
  const signedIn = await service.call("POST", "/login", {
    headers: {},
    body: { email, password, orgSlug, grant: "session" },
  });
  const { csrfToken } = signedIn.body;
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  // The browser does this itself.
  const withCookie = (url: string, init: RequestInit) => {
    const sent = new Headers(init.headers);
    sent.set("cookie", cookie);
    return fetch(url, { ...init, headers: sent });
  };

  const session = new Weft({ csrfToken, baseUrl, fetch: withCookie });
  const item = await session.entities.create({ entityName: "item", object: { name: "Scarf" } });
  const reader = new Weft({ baseUrl, fetch: withCookie });
  const who = await reader.call("whoami");
  const refused = await reader.entities.delete({ entityName: "item", id: item.id }).catch((one) => one);

  expect(item.name).toBe("Scarf");
  expect(who).toMatchObject({ csrfToken, credential: { type: "session" } });
  expect(refused).toMatchObject({ status: 403, code: "csrf-token-missing" });
});

test("a wrong key is rejected once, with the code, the problem and the request id", async () => {
  const { orgSlug } = service.first;

  const error = await new Weft({ apiKey: "app:weft_wrong", orgSlug, baseUrl }).call("whoami").catch((one) => one);

  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ name: "ApiError", status: 401, code: "unauthenticated" });
  expect(error.requestId).toBe(error.headers.get("x-request-id"));
  expect(error.problem).toMatchObject({ status: 401, requestId: error.requestId });
  expect(error.message).toBe(error.problem.detail);
  expect(proxy.calls).toHaveLength(1);
});

test("without credentials only public operations can be called", async () => {
  const stranger = new Weft({ baseUrl });

  expect(await stranger.call("login", { body: passwordOf() })).toMatchObject({ accessToken: expect.any(String) });
  await expect(stranger.call("whoami")).rejects.toMatchObject({ status: 401 });
});

describe("an email and a password", () => {
  test("are exchanged for a token when first needed, shared by concurrent calls", async () => {
    const weft = passwordSession();
    expect(proxy.calls).toHaveLength(0);

    await Promise.all([weft.call("whoami"), weft.call("whoami"), weft.call("get-org")]);

    expect(logins()).toBe(1);
  });

  test("are exchanged for a new token when the old one is invalid, once for all calls", async () => {
    const weft = passwordSession();
    await weft.call("whoami");
    await revoke();

    const names = await Promise.all(Array.from({ length: 5 }, async () => (await weft.call("whoami")).org.slug));

    expect(new Set(names)).toEqual(new Set([service.first.orgSlug]));
    expect(logins()).toBe(2);
  });

  test("do not repeat a rejected request with the old token, but send it with the new one", async () => {
    const weft = passwordSession();
    await weft.call("whoami");
    await revoke();

    const item = await weft.entities.create({ entityName: "item", object: { name: "Renewed" } });

    const { results } = await weft.entities.list({ entityName: "item", criteria: { name: "Renewed" } });
    expect(results.map(({ id }) => id)).toEqual([item.id]);
  });

  test("are rejected with the reason if wrong, for each call and never in a loop", async () => {
    const weft = new Weft({ ...passwordOf(), password: "not the password", baseUrl });

    await expect(weft.call("whoami")).rejects.toMatchObject({ status: 401 });
    expect(proxy.calls.map(({ path }) => path)).toEqual(["/api/login"]);
    await expect(weft.call("whoami")).rejects.toBeInstanceOf(ApiError);
    expect(logins()).toBe(2);
  });

  test("are retried on network errors, as often as the call", async () => {
    proxy.evaluate(({ path }) => (path === "/api/login" ? { kind: "refuse", status: 503, headers: now } : undefined));

    // With short delays.
    vi.spyOn(Math, "random").mockReturnValue(0.01);
    await expect(passwordSession().call("whoami")).rejects.toMatchObject({ status: 503 });
    expect(logins()).toBe(5);

    proxy.next({ kind: "cut-connection" });
    expect((await passwordSession().call("whoami")).org.slug).toBe(service.first.orgSlug);
  });

  test("are not waited for beyond the timeout or an abort of the call", async () => {
    proxy.evaluate(() => ({ kind: "silence", afterBytes: 0 }));
    const weft = passwordSession();
    const controller = new AbortController();

    const brief = weft.call("whoami", {}, { timeoutMs: 50, retries: 0 });
    const aborted = weft.call("whoami", {}, { signal: controller.signal });
    await expect(brief).rejects.toMatchObject({ status: 0, code: "timed-out" });
    await waitUntil("the sign-in is sent", () => proxy.calls.length > 0);
    controller.abort(new Error("enough"));

    await expect(aborted).rejects.toThrow("enough");
    expect(proxy.calls.map(({ path }) => path)).toEqual(["/api/login"]);
  });

  const now = { "retry-after": "0" };
});

test.each([
  ["a line break", "app:weft_top\nsecret"],
  ["a character that is not allowed in a header", "app:weft_top…secret"],
])("credentials with %s are rejected immediately, and never shown in an error", (_name, apiKey) => {
  const make = () => new Weft({ apiKey, orgSlug: "acme", baseUrl });

  expect(make).toThrow(TypeError);
  expect(make).not.toThrow(/secret/);
});

test("an undefined key is treated as missing", async () => {
  const options = JSON.parse('{"orgSlug": "acme"}');

  await expect(new Weft({ apiKey: undefined, ...options, baseUrl }).call("whoami")).rejects.toMatchObject({
    status: 401,
  });
  expect(proxy.calls[0]?.headers["x-api-key"]).toBeUndefined();
});

test("a key without its organization is rejected with the reason", () => {
  const options = JSON.parse('{"apiKey": "app:weft_secret"}');

  expect(() => new Weft({ ...options, baseUrl })).toThrow(/pass orgSlug too/);
});

test.each(["https://me:secret@weft.example.com/api", "me:secret@weft.example.com/api"])(
  "a base URL with a password is rejected, and never shown in an error (%s)",
  (address) => {
    expect(() => new Weft({ baseUrl: address })).toThrow(TypeError);
    expect(() => new Weft({ baseUrl: address })).not.toThrow(/secret/);
  },
);

const noAddresses = ["weft.example.com/api", "ftp://weft.example.com", "", "https://weft.example.com/api?org=acme"];

test.each(noAddresses)("'%s' is not a valid base URL", (address) => {
  expect(() => new Weft({ baseUrl: address })).toThrow(TypeError);
});

test("a trailing slash or line break in the base URL is accepted", () => {
  expect(new Weft({ baseUrl: " https://weft.example.com/api\n" }).baseUrl).toBe("https://weft.example.com/api");
  expect(new Weft({ baseUrl: "https://weft.example.com/api//" }).baseUrl).toBe("https://weft.example.com/api");
  expect(new Weft().baseUrl).toBe("http://127.0.0.1:3000/api");
});

function passwordOf() {
  const { email, password, orgSlug } = service.first;
  return { email, password, orgSlug };
}

function passwordSession(): Weft {
  return new Weft({ ...passwordOf(), baseUrl });
}

function logins(): number {
  return proxy.calls.filter(({ path }) => path === "/api/login").length;
}

/** Invalidates the last sent token. */
async function revoke(): Promise<void> {
  const authorization = String(proxy.calls.at(-1)?.headers["authorization"]);
  const { status } = await service.call("POST", "/logout", { headers: { authorization } });
  expect(status).toBe(204);
}

describe("the credentials of the environment", () => {
  const key = { WEFT_API_KEY: "app:weft_x", WEFT_ORG: "acme" };

  test("are a key or a token, with the base URL", async () => {
    const environment = {
      WEFT_API_KEY: service.first.apiKey,
      WEFT_ORG: service.first.orgSlug,
      WEFT_BASE_URL: `${service.address}/api`,
    };

    const who = await Weft.fromEnvironment({}, environment).call("whoami");

    expect(who.org.slug).toBe(service.first.orgSlug);
    expect(Weft.fromEnvironment({ baseUrl: "http://weft.example/api" }, environment).baseUrl).toContain("weft.example");
    expect(Weft.fromEnvironment({}, { ...key, WEFT_BASE_URL: "" }).baseUrl).toBe("http://127.0.0.1:3000/api");
    expect(Weft.fromEnvironment({}, { WEFT_ACCESS_TOKEN: "weft_t" })).toBeInstanceOf(Weft);
  });

  test.each([
    ["WEFT_API_KEY and WEFT_ORG are not set.", {}],
    ["WEFT_ORG is not set.", { ...key, WEFT_ORG: "" }],
    ["WEFT_API_KEY is not set.", { WEFT_ORG: "acme" }],
  ])("%s", (message, environment) => {
    const advice = "Set WEFT_API_KEY to a key (app:… or user:…) and WEFT_ORG to the slug of its organization.";

    expect(() => Weft.fromEnvironment({}, environment)).toThrow(`${message} ${advice}`);
  });

  test("are those of the process by default", () => {
    vi.stubEnv("WEFT_API_KEY", "app:weft_x");
    vi.stubEnv("WEFT_ORG", "acme");
    vi.stubEnv("WEFT_BASE_URL", "http://weft.example/api");

    expect(Weft.fromEnvironment().baseUrl).toBe("http://weft.example/api");
    vi.unstubAllEnvs();
  });
});
