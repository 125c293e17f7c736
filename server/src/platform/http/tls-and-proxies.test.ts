import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { keyHeaders, startTestService, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { type Answer, sendBytes, sendRequest } from "./testing/send-request.ts";

/** Without a console, the plain front page shows the URL of the request. */
const consoleFolder = "/nowhere";

const certificateFile = fileURLToPath(new URL("./testing/test-only-certificate.pem", import.meta.url));
const keyFile = fileURLToPath(new URL("./testing/test-only-key.pem", import.meta.url));

/** Signs in for a session and returns the cookie that is set. */
async function signIn(service: TestService, headers: Record<string, string>, ca?: string): Promise<Answer> {
  const { email, password, orgSlug } = service.first;
  return sendRequest(`${service.address}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ email, password, orgSlug, grant: "session" }),
    ...(ca === undefined ? {} : { ca }),
  });
}

describe("with a certificate", () => {
  let service: TestService;
  let ca: string;

  beforeAll(async () => {
    ca = await readFile(certificateFile, "utf8");
    service = await startTestService({ TLS_CERT: certificateFile, TLS_KEY: keyFile }, undefined, { consoleFolder });
  });

  afterAll(() => service.stop());

  test("the service uses HTTPS and sends HSTS", async () => {
    const answer = await sendRequest(`${service.address}/api/whoami`, { headers: keyHeaders(service.first), ca });

    expect(service.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  test.each(["/nowhere", "/api/%zz", "/"])("%s sends it as well", async (path) => {
    const answer = await sendRequest(service.address + path, { ca });

    expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  test("cookies are for HTTPS only", async () => {
    const answer = await signIn(service, {}, ca);

    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toMatch(/^__Host-weft_session=\S+; .*HttpOnly; SameSite=Lax; Secure$/);
  });

  test("the URL in the greeting and on the first page is https", async () => {
    const page = await sendRequest(`${service.address}/`, { ca });

    expect(service.first.baseUrl).toBe(`${service.address}/api`);
    expect(page.body).toContain(`<code>${service.address}/api</code>`);
  });

  test("a client that speaks plain HTTP to it does not affect others", async () => {
    await sendBytes(service.address.replace("https", "http"), "GET / HTTP/1.1\r\nHost: x\r\n\r\n");

    expect((await sendRequest(`${service.address}/health/live`, { ca })).status).toBe(200);
  });
});

describe("behind a proxy", () => {
  const forwarded = {
    "x-forwarded-for": "6.6.6.6, 203.0.113.7",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "weft.example",
  };
  let first: TestService;
  let service: TestService;

  beforeAll(async () => {
    first = await startTestService();
  });

  afterEach(() => service.stop());

  afterAll(() => first.stop());

  /** The client's address in the log. */
  async function loggedAddress(requestId: string): Promise<unknown> {
    const find = () => service.logLines.map((line) => JSON.parse(line)).find((line) => line.requestId === requestId);
    await waitUntil("the request is logged", () => find() !== undefined);
    return find().address;
  }

  test.each([
    // By default, and with trusted hops that are not ours, the headers are not trusted.
    ["false", "127.0.0.1", false],
    ["10.0.0.0/8", "127.0.0.1", false],
    ["0", "127.0.0.1", false],
    // The address that the trusted hop has seen; the client may have forged what precedes it.
    ["127.0.0.1", "203.0.113.7", true],
    ["127.0.0.0/8, 203.0.113.0/24", "6.6.6.6", true],
    ["1", "203.0.113.7", true],
    ["2", "6.6.6.6", true],
    ["true", "6.6.6.6", true],
  ])("TRUST_PROXY=%s logs %s as the client, and trusts its protocol: %s", async (setting, address, isBelieved) => {
    service = await startTestService({ TRUST_PROXY: setting, WEFT_ROLE: "api" }, first, { consoleFolder });

    const signedIn = await signIn(service, { ...forwarded, "x-request-id": "forwarded" });
    const page = await sendRequest(`${service.address}/`, { headers: forwarded });

    expect(await loggedAddress("forwarded")).toBe(address);
    expect(/; Secure$/.test(signedIn.headers.get("set-cookie") ?? "")).toBe(isBelieved);
    // A proxy forwards any Host, so links never use it: request-origin.test.ts.
    expect(page.body).toContain(`<code>${service.address}/api</code>`);
    expect(page.headers.has("strict-transport-security")).toBe(false);
  });
});
