import { request } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { buildSelfSignedCertificate } from "../testing/self-signed-certificate.ts";

let plain: TestService;
let behindProxy: TestService;
let overTls: TestService;
let publicTls: TestService;

beforeAll(async () => {
  const { cert, key } = buildSelfSignedCertificate();
  plain = await startTestService();
  [behindProxy, overTls, publicTls] = await Promise.all([
    startTestService({ TRUST_PROXY: "127.0.0.1" }, plain),
    startTestService({ TLS_CERT: cert, TLS_KEY: key }, plain),
    startTestService({ WEFT_PUBLIC_URL: "https://weft.example" }, plain),
  ]);
});

afterAll(async () => {
  await Promise.all([behindProxy.stop(), overTls.stop(), publicTls.stop()]);
  await plain.stop();
});

const plainCookie = /^weft_session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/;
const hostCookie = /^__Host-weft_session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax; Secure$/;
const overProxy = { "x-forwarded-proto": "https" };

function credentials() {
  const { email, password, orgSlug } = plain.first;
  return { email, password, orgSlug, grant: "session" };
}

async function signIn(service: TestService, headers: Record<string, string> = {}): Promise<string> {
  const answer = await service.call("POST", "/login", { headers, body: credentials() });
  const [session = "", device = ""] = answer.headers.getSetCookie();
  expect(device.startsWith("__Host-")).toBe(session.startsWith("__Host-"));
  return session;
}

/** The pair of a Set-Cookie header, as a browser sends it. */
function pairOf(setCookie: string): string {
  return setCookie.split(";")[0] ?? "";
}

test("over plain HTTP the cookie is HttpOnly and SameSite", async () => {
  expect(await signIn(plain)).toMatch(plainCookie);
});

test("an untrusted proxy does not make the cookie secure", async () => {
  expect(await signIn(plain, overProxy)).toMatch(plainCookie);
});

test("behind a trusted proxy it is a __Host- cookie exactly if the proxy was reached over TLS", async () => {
  expect(await signIn(behindProxy, overProxy)).toMatch(hostCookie);
  expect(await signIn(behindProxy, { "x-forwarded-proto": "http" })).toMatch(plainCookie);
});

test("with an https public URL it is a __Host- cookie", async () => {
  expect(await signIn(publicTls)).toMatch(hostCookie);
});

test("with the service's own TLS it is a __Host- cookie", async () => {
  const body = JSON.stringify(credentials());

  const cookies = await new Promise<string[] | undefined>((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    // The certificate is self-signed.
    const options = { method: "POST", headers, rejectUnauthorized: false, agent: false } as const;
    request(`${overTls.address}/api/login`, options, (answer) => {
      answer.resume();
      resolve(answer.headers["set-cookie"]);
    })
      .on("error", reject)
      .end(body);
  });

  expect(overTls.address).toMatch(/^https:/);
  expect(cookies?.[0]).toMatch(hostCookie);
});

test("a __Host- cookie signs in and out over TLS", async () => {
  const cookie = pairOf(await signIn(publicTls));
  const whoami = await publicTls.call("GET", "/whoami", { headers: { cookie } });

  const left = await publicTls.call("POST", "/logout", {
    headers: { cookie, "x-csrf-token": whoami.body.csrfToken },
  });

  expect(whoami.status).toBe(200);
  expect(left.status).toBe(204);
  expect(left.headers.get("set-cookie")).toMatch(/^__Host-weft_session=; Max-Age=0; Path=\/; .*Secure$/);
  expect((await publicTls.call("GET", "/whoami", { headers: { cookie } })).status).toBe(401);
});

test("a session under the plain name, which any host of the domain could plant, is rejected over TLS", async () => {
  const planted = pairOf(await signIn(plain));

  expect((await plain.call("GET", "/whoami", { headers: { cookie: planted } })).status).toBe(200);
  expect((await publicTls.call("GET", "/whoami", { headers: { cookie: planted } })).status).toBe(401);
  expect((await behindProxy.call("GET", "/whoami", { headers: { cookie: planted, ...overProxy } })).status).toBe(401);
});

test("a __Host- cookie is rejected over plain HTTP", async () => {
  const cookie = pairOf(await signIn(publicTls));

  expect((await plain.call("GET", "/whoami", { headers: { cookie } })).status).toBe(401);
});

test("an assistant's call with a __Host- cookie reaches the API internally", async () => {
  const cookie = pairOf(await signIn(behindProxy, overProxy));
  const whoami = await behindProxy.call("GET", "/whoami", { headers: { cookie, ...overProxy } });

  const answer = await fetch(`${behindProxy.address}/mcp`, {
    method: "POST",
    headers: {
      ...{ cookie, ...overProxy, "x-csrf-token": whoami.body.csrfToken, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "types", arguments: {} },
    }),
  });

  expect(await answer.json()).toMatchObject({ result: { content: expect.anything() } });
});
