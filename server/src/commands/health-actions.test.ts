import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import type { RawSettings } from "../config/config-sources.ts";
import { startLocalServer, startSocketServer } from "../platform/outbound/testing/local-server.ts";
import { testCertificate } from "../platform/outbound/testing/test-certificate.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { checkHealth } from "./health-actions.ts";

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

function check(port: number | string, settings: RawSettings = {}): Promise<string> {
  return checkHealth(parseConfig({ PORT: String(port), ...settings }));
}

test("a service is ready, also on all interfaces and with TLS", async () => {
  const { port } = new URL(service.address);

  expect(await check(port)).toBe(`The service at ${service.address} is ready.`);
  expect(await check(port, { HOST: "0.0.0.0" })).toBe(`The service at ${service.address} is ready.`);
  expect(await check(new URL(encrypted.address).port, tls)).toBe(`The service at ${encrypted.address} is ready.`);
});

test("the reason of a service that is not ready is reported", async () => {
  const body = JSON.stringify({ status: 503, detail: "The database does not respond." });
  const { port } = await startLocalServer((_request, response) =>
    response.writeHead(503, { "content-type": "application/problem+json; charset=utf-8" }).end(body),
  );

  await expect(check(port)).rejects.toThrow(
    `The service at http://127.0.0.1:${port} is not ready: The database does not respond.`,
  );
});

test("another server, none, or one that does not respond is not a service", async () => {
  const other = await startLocalServer((_request, response) => response.writeHead(200).end("hello"));
  const silent = await startSocketServer(() => {});

  await expect(check(other.port)).rejects.toThrow(/is not ready: status 200, and the response is not Weft's\.$/);
  await expect(check(1)).rejects.toThrow("No service responds at http://127.0.0.1:1 (ECONNREFUSED).");
  await expect(check(silent)).rejects.toThrow(`No service responds at http://127.0.0.1:${silent} (timeout).`);
});

test("a free port cannot be asked", async () => {
  await expect(check(0)).rejects.toThrow("PORT is 0");
});
