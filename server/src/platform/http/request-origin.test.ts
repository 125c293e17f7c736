import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyHeaders, startTestService, type TestService } from "../../testing/test-service.ts";
import { sendRequest } from "./testing/send-request.ts";

const certificateFile = fileURLToPath(new URL("./testing/test-only-certificate.pem", import.meta.url));
const keyFile = fileURLToPath(new URL("./testing/test-only-key.pem", import.meta.url));

let plain: TestService;
let behindProxy: TestService;
let published: TestService;
let overTls: TestService;
let ca: string;

beforeAll(async () => {
  ca = await readFile(certificateFile, "utf8");
  plain = await startTestService();
  [behindProxy, published, overTls] = await Promise.all([
    startTestService({ TRUST_PROXY: "true" }, plain),
    startTestService({ WEFT_PUBLIC_URL: "https://weft.example/" }, plain),
    startTestService({ TLS_CERT: certificateFile, TLS_KEY: keyFile }, plain),
  ]);
});

afterAll(async () => {
  await Promise.all([behindProxy.stop(), published.stop(), overTls.stop()]);
  await plain.stop();
});

/** The origin of the link to a file uploaded with these headers. */
async function linkOrigin(service: TestService, headers: Record<string, string>): Promise<string> {
  const answer = await sendRequest(`${service.address}/api/files?fileName=a.txt`, {
    method: "POST",
    headers: { ...keyHeaders(plain.first), "content-type": "text/plain", "content-length": "2", ...headers },
    body: "hi",
    ca,
  });
  expect(answer.status).toBe(201);
  return new URL(answer.body.downloadUrl).origin;
}

test.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost@evil.example", "10.9.8.7"])(
  "a link does not use the Host %s",
  async (host) => {
    expect(await linkOrigin(plain, { host })).toBe(plain.address);
    expect(await linkOrigin(behindProxy, { host })).toBe(behindProxy.address);
    expect(await linkOrigin(published, { host })).toBe("https://weft.example");
  },
);

test("a link does not use the X-Forwarded-Host of a trusted proxy", async () => {
  const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };

  expect(await linkOrigin(behindProxy, headers)).toBe(behindProxy.address);
  expect(await linkOrigin(published, headers)).toBe("https://weft.example");
});

test.each(["localhost:8080", "127.0.0.1:8080", "[::1]:8080"])("a link uses the loopback name %s", async (host) => {
  expect(await linkOrigin(plain, { host })).toBe(`http://${host}`);
});

test("over TLS a link uses a name of the certificate", async () => {
  expect(await linkOrigin(overTls, { host: "localhost:8443" })).toBe("https://localhost:8443");
});

test.each(["/llms.txt", "/docs/llms.txt"])("%s does not use the Host", async (path) => {
  const answer = await sendRequest(plain.address + path, { headers: { host: "evil.example" } });

  expect(answer.status).toBe(200);
  expect(answer.body).not.toContain("evil.example");
});
