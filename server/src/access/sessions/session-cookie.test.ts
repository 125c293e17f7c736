import { request } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { buildSelfSignedCertificate } from "../testing/self-signed-certificate.ts";

let plain: TestService;
let behindProxy: TestService;
let overTls: TestService;

beforeAll(async () => {
  const { cert, key } = buildSelfSignedCertificate();
  plain = await startTestService();
  [behindProxy, overTls] = await Promise.all([
    startTestService({ TRUST_PROXY: "127.0.0.1" }, plain),
    startTestService({ TLS_CERT: cert, TLS_KEY: key }, plain),
  ]);
});

afterAll(async () => {
  await Promise.all([behindProxy.stop(), overTls.stop()]);
  await plain.stop();
});

const always = ["Max-Age=43200", "Path=/", "HttpOnly", "SameSite=Lax"];
const credentials = () => {
  const { email, password, orgSlug } = plain.first;
  return { email, password, orgSlug, grant: "session" };
};

async function attributesOf(service: TestService, headers: Record<string, string>): Promise<string[]> {
  const answer = await service.call("POST", "/login", { headers, body: credentials() });
  return attributes(answer.headers.get("set-cookie"));
}

function attributes(cookie: string | null | undefined): string[] {
  return cookie?.split("; ").slice(1) ?? [];
}

test("over plain HTTP the cookie is closed to scripts and to other sites' writes", async () => {
  expect(await attributesOf(plain, {})).toEqual(always);
});

test("a proxy that is not trusted does not make the cookie secure", async () => {
  expect(await attributesOf(plain, { "x-forwarded-proto": "https" })).toEqual(always);
});

test("a trusted proxy makes the cookie secure just when it was reached over TLS", async () => {
  expect(await attributesOf(behindProxy, { "x-forwarded-proto": "https" })).toEqual([...always, "Secure"]);
  expect(await attributesOf(behindProxy, { "x-forwarded-proto": "http" })).toEqual(always);
});

test("over TLS of the service's own the cookie is secure", async () => {
  const body = JSON.stringify(credentials());

  const cookies = await new Promise<string[] | undefined>((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    // Nobody has signed the certificate but itself.
    const options = { method: "POST", headers, rejectUnauthorized: false, agent: false } as const;
    request(`${overTls.address}/api/login`, options, (answer) => {
      answer.resume();
      resolve(answer.headers["set-cookie"]);
    })
      .on("error", reject)
      .end(body);
  });

  expect(overTls.address).toMatch(/^https:/);
  expect(attributes(cookies?.[0])).toEqual([...always, "Secure"]);
});
