import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import type { RawSettings } from "../config/config-sources.ts";
import { startLocalServer, startSocketServer } from "../platform/outbound/testing/local-server.ts";
import { testCertificate } from "../platform/outbound/testing/test-certificate.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { checkService, evaluateAnswer } from "./check-service.ts";
import { runCheck } from "./finding.ts";

const tls = { TLS_CERT: testCertificate.cert, TLS_KEY: testCertificate.key };
let service: TestService;
let encrypted: TestService;

beforeAll(async () => {
  service = await startTestService();
  encrypted = await startTestService(tls, service);
});

afterAll(async () => {
  await encrypted.stop();
  await service.stop();
});

function look(port: number | string, settings: RawSettings = {}) {
  return runCheck(checkService(parseConfig({ PORT: String(port), ...settings })), 2_000);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("a ready service is found, however its address is written", async () => {
  const { port } = new URL(service.address);

  expect(await look(port)).toMatchObject([
    { name: "service", verdict: "ok", detail: `A service is ready at ${service.address}.` },
  ]);
  expect(await look(port, { HOST: "0.0.0.0" })).toMatchObject([{ verdict: "ok" }]);
});

test("a service with TLS is found, although its certificate has another name", async () => {
  const findings = await look(new URL(encrypted.address).port, tls);

  expect(findings).toMatchObject([{ verdict: "ok", detail: `A service is ready at ${encrypted.address}.` }]);
});

test("a service whose protocol differs from its configuration is a fault", async () => {
  const findings = await look(new URL(encrypted.address).port);

  expect(findings).toMatchObject([{ verdict: "fault" }]);
});

test("a free port is reported and stays free", async () => {
  const port = await freePort();

  expect(await look(port)).toMatchObject([{ verdict: "ok", detail: expect.stringContaining("the port is free") }]);
  expect(await look(port)).toMatchObject([{ verdict: "ok" }]);
});

test("a port chosen by the system is skipped", async () => {
  expect(await look(0)).toMatchObject([{ verdict: "skipped" }]);
});

test("another web server at the address is a fault", async () => {
  const { port } = await startLocalServer((_request, response) => response.writeHead(404).end("no"));

  expect(await look(port)).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("it is not Weft") }]);
});

test("a port used by a program that does not speak HTTP is a fault", async () => {
  const port = await startSocketServer((socket) => socket.end("SSH-2.0\r\n"));

  expect(await look(port)).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("is in use") }]);
});

test("an address of another machine is a fault", async () => {
  // From a range reserved for documentation.
  const findings = await look(3000, { HOST: "192.0.2.1" });

  expect(findings).toMatchObject([
    { verdict: "fault", detail: expect.stringContaining("not an address of this machine") },
  ]);
});

test("a service that is not ready is a warning", () => {
  const answer = { status: 503, contentType: "application/problem+json; charset=utf-8", body: "{}" };

  expect(evaluateAnswer("http://127.0.0.1:3000", answer)).toMatchObject({ verdict: "warning" });
});
