import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { keyHeaders, startTestService, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { type Answer, sendBytes, sendRequest } from "./testing/send-request.ts";

/** Without one, the plain front page shows the address by which it was called. */
const consoleFolder = "/nowhere";

const certificateFile = fileURLToPath(new URL("./testing/test-only-certificate.pem", import.meta.url));
const keyFile = fileURLToPath(new URL("./testing/test-only-key.pem", import.meta.url));

/** Signs in for a session and answers the cookie that is set. */
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

  test("the service speaks https and asks browsers to stay with it", async () => {
    const answer = await sendRequest(`${service.address}/api/whoami`, { headers: keyHeaders(service.first), ca });

    expect(service.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  test.each(["/nowhere", "/api/%zz", "/"])("%s asks for it as well", async (path) => {
    const answer = await sendRequest(service.address + path, { ca });

    expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  test("cookies are for https alone", async () => {
    const answer = await signIn(service, {}, ca);

    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toMatch(/^__Host-weft_session=\S+; .*HttpOnly; SameSite=Lax; Secure$/);
  });

  test("the address in the greeting and on the first page is https", async () => {
    const page = await sendRequest(`${service.address}/`, { ca });

    expect(service.first.baseUrl).toBe(`${service.address}/api`);
    expect(page.body).toContain(`<code>${service.address}/api</code>`);
  });

  test("who speaks plain HTTP to it disturbs nobody", async () => {
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

  /** What the log says of the client's address. */
  async function loggedAddress(requestId: string): Promise<unknown> {
    const find = () => service.logLines.map((line) => JSON.parse(line)).find((line) => line.requestId === requestId);
    await waitUntil("the request is logged", () => find() !== undefined);
    return find().address;
  }

  test.each([
    // By default, and with trusted hops that are not ours, the headers are anybody's word.
    ["false", "127.0.0.1", false],
    ["10.0.0.0/8", "127.0.0.1", false],
    ["0", "127.0.0.1", false],
    // The address that the trusted hop has seen; what stands before it, the client may have made up.
    ["127.0.0.1", "203.0.113.7", true],
    ["127.0.0.0/8, 203.0.113.0/24", "6.6.6.6", true],
    ["1", "203.0.113.7", true],
    ["2", "6.6.6.6", true],
    ["true", "6.6.6.6", true],
  ])("TRUST_PROXY=%s takes %s for the client, and its word for https: %s", async (setting, address, isBelieved) => {
    service = await startTestService({ TRUST_PROXY: setting, WEFT_ROLE: "api" }, first, { consoleFolder });

    const signedIn = await signIn(service, { ...forwarded, "x-request-id": "forwarded" });
    const page = await sendRequest(`${service.address}/`, { headers: forwarded });

    expect(await loggedAddress("forwarded")).toBe(address);
    expect(/; Secure$/.test(signedIn.headers.get("set-cookie") ?? "")).toBe(isBelieved);
    // A proxy passes on any Host, so links never follow it: request-origin.test.ts.
    expect(page.body).toContain(`<code>${service.address}/api</code>`);
    expect(page.headers.has("strict-transport-security")).toBe(false);
  });
});
