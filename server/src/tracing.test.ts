import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyHeaders, startTestService, type TestService } from "./testing/test-service.ts";
import { waitUntil } from "./testing/wait-until.ts";

/** A span as a collector receives it. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status?: { readonly code: number };
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callersSpan = "00f067aa0ba902b7";

let collector: Server;
let isWell = true;
let spans: Span[];
let resources: unknown[];
let asked: { path: string | undefined; authorization: string | undefined }[];
let service: TestService;

beforeAll(async () => {
  [spans, resources, asked] = [[], [], []];
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (!isWell) return void response.writeHead(503).end();
    asked.push({ path: request.url, authorization: request.headers.authorization });
    for (const { resource, scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans) {
      resources.push(resource);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    return void response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const bound = collector.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  service = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector, x-team=plm",
    OTEL_SERVICE_NAME: "weft-test",
  });
});

afterAll(async () => {
  await service.stop();
  collector.close();
});

function get(path: string, traceparent: string) {
  return service.call("GET", path, { headers: { ...keyHeaders(service.first), traceparent } });
}

const ofTrace = (id: string) => spans.filter((span) => span.traceId === id);
const attribute = (span: Span | undefined, name: string) =>
  Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0];

test("a request and its statements are exported to the collector, below the caller's span", async () => {
  const secret = "hush-hush-99";
  await get(
    `/items?criteria=${encodeURIComponent(JSON.stringify({ name: secret }))}`,
    `00-${traceId}-${callersSpan}-01`,
  );
  await waitUntil("the spans have come", () => ofTrace(traceId).some(({ kind }) => kind === 2));

  const [request] = ofTrace(traceId).filter(({ kind }) => kind === 2);
  expect(request).toMatchObject({ name: "GET /api/items", parentSpanId: callersSpan });
  expect(attribute(request, "http.route")).toBe("/api/items");
  expect(attribute(request, "http.response.status_code")).toBe("200");
  expect(attribute(request, "weft.org")).toBe(service.first.orgSlug);
  const statements = ofTrace(traceId).filter(({ kind }) => kind === 3);
  expect(statements.map((span) => attribute(span, "db.query.text")).join()).toContain("from entities");
  expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(request?.spanId);
  expect(BigInt(request?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(request?.startTimeUnixNano ?? 0));
  expect(JSON.stringify(ofTrace(traceId))).not.toContain(secret);
  expect(JSON.stringify(ofTrace(traceId))).not.toContain(service.first.apiKey);
});

test("the statements of a request with a body are also below it", async () => {
  const ofWrite = "b".repeat(32);
  const headers = { ...keyHeaders(service.first), traceparent: `00-${ofWrite}-${callersSpan}-01` };
  expect((await service.call("POST", "/items", { headers, body: { name: "Parka" } })).status).toBe(201);
  await waitUntil("the spans have come", () => ofTrace(ofWrite).some(({ kind }) => kind === 2));

  const request = ofTrace(ofWrite).find(({ kind }) => kind === 2);
  const statements = ofTrace(ofWrite).filter(({ kind }) => kind === 3);
  expect(statements.map((span) => attribute(span, "db.query.text")).join()).toContain("insert into entities");
  expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request?.spanId]));
});

test("the collector receives the service name and the configured headers", () => {
  expect(asked[0]).toEqual({ path: "/v1/traces", authorization: "Bearer of-the-collector" });
  expect(JSON.stringify(resources[0])).toContain('{"key":"service.name","value":{"stringValue":"weft-test"}}');
});

test("the log names the trace", async () => {
  const line = () => service.logLines.find((text) => text.includes('"path":"/api/items"') && text.includes(traceId));
  await waitUntil("it is logged", () => line() !== undefined);
});

test("an unsampled trace exports no spans, and a request without a trace starts its own", async () => {
  const unrecorded = "a".repeat(32);
  await get("/items", `00-${unrecorded}-${callersSpan}-00`);
  await get("/whoami", "nonsense");
  await waitUntil("the other has come", () => spans.some(({ name }) => name === "GET /api/whoami"));

  expect(ofTrace(unrecorded)).toEqual([]);
  expect(spans.find(({ name }) => name === "GET /api/whoami")?.parentSpanId).toBeUndefined();
});

test("probes have no spans, and neither have their statements", async () => {
  const before = spans.length;
  for (const path of ["/health/ready", "/metrics"]) {
    const headers = { traceparent: `00-${"c".repeat(32)}-${callersSpan}-01` };
    expect((await fetch(service.address + path, { headers })).status).toBe(200);
  }
  await get("/nowhere", "");
  await waitUntil("a later request has come", () => spans.slice(before).some(({ kind }) => kind === 2));

  expect(ofTrace("c".repeat(32))).toEqual([]);
  const statements = spans.slice(before).map((span) => attribute(span, "db.query.text"));
  // The backlogs that /metrics counts.
  expect(statements.join()).not.toContain("attempts >= attempts_max) as failed");
});

test("a failing collector is reported once, and does not affect requests", async () => {
  isWell = false;
  const complaint = () => service.logLines.filter((line) => line.includes("traces could not be exported"));
  await waitUntil("it is complained of", async () => {
    expect((await get("/whoami", "")).status).toBe(200);
    return complaint().length > 0;
  });

  expect(complaint()[0]).toContain("the collector returned 503");
  isWell = true;
});
