import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "./platform/own-package.ts";
import {
  attributeOf,
  clientKind,
  type OtlpCollector,
  serverKind,
  startOtlpCollector,
} from "./testing/otlp-collector.ts";
import { keyHeaders, startTestService, type TestService } from "./testing/test-service.ts";
import { waitUntil } from "./testing/wait-until.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callersSpan = "00f067aa0ba902b7";

let collector: OtlpCollector;
let service: TestService;

beforeAll(async () => {
  collector = await startOtlpCollector();
  service = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector, x-team=plm",
    OTEL_SERVICE_NAME: "weft-test",
    OTEL_RESOURCE_ATTRIBUTES:
      "service.name=other,deployment.environment.name=pr%C3%BCf%2Cstand,service.instance.id=pod-7",
  });
});

afterAll(async () => {
  await service.stop();
  collector.close();
});

function get(path: string, traceparent: string) {
  return service.call("GET", path, { headers: { ...keyHeaders(service.first), traceparent } });
}

const ofTrace = (id: string) => collector.ofTrace(id);

test("a request and its statements are exported to the collector, below the caller's span", async () => {
  const secret = "hush-hush-99";
  await get(
    `/items?criteria=${encodeURIComponent(JSON.stringify({ name: secret }))}`,
    `00-${traceId}-${callersSpan}-01`,
  );
  await waitUntil("the spans have come", () => ofTrace(traceId).some(({ kind }) => kind === serverKind));

  const [request] = ofTrace(traceId).filter(({ kind }) => kind === serverKind);
  expect(request).toMatchObject({ name: "GET /api/items", parentSpanId: callersSpan });
  expect(attributeOf(request, "http.route")).toBe("/api/items");
  expect(attributeOf(request, "http.response.status_code")).toBe("200");
  expect(attributeOf(request, "weft.org")).toBe(service.first.orgSlug);
  const statements = ofTrace(traceId).filter(({ kind }) => kind === clientKind);
  expect(statements.map((span) => attributeOf(span, "db.query.text")).join()).toContain("from entities");
  expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(request?.spanId);
  expect(BigInt(request?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(request?.startTimeUnixNano ?? 0));
  expect(JSON.stringify(ofTrace(traceId))).not.toContain(secret);
  expect(JSON.stringify(ofTrace(traceId))).not.toContain(service.first.apiKey);
});

test("the statements of a request with a body are also below it", async () => {
  const ofWrite = "b".repeat(32);
  const headers = { ...keyHeaders(service.first), traceparent: `00-${ofWrite}-${callersSpan}-01` };
  expect((await service.call("POST", "/items", { headers, body: { name: "Parka" } })).status).toBe(201);
  await waitUntil("the spans have come", () => ofTrace(ofWrite).some(({ kind }) => kind === serverKind));

  const request = ofTrace(ofWrite).find(({ kind }) => kind === serverKind);
  const statements = ofTrace(ofWrite).filter(({ kind }) => kind === clientKind);
  expect(statements.map((span) => attributeOf(span, "db.query.text")).join()).toContain("insert into entities");
  expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request?.spanId]));
});

test("the collector receives the configured headers, name and attributes, which replace those of the service", () => {
  expect(collector.requests[0]).toEqual({ path: "/v1/traces", authorization: "Bearer of-the-collector" });
  const attributes = [
    ["service.version", version],
    ["service.instance.id", "pod-7"],
    ["weft.role", "all"],
    ["service.name", "weft-test"],
    ["deployment.environment.name", "prüf,stand"],
  ].map(([key, stringValue]) => ({ key, value: { stringValue } }));
  expect(collector.resources[0]).toEqual({ attributes });
});

test("the log names the trace", async () => {
  const line = () => service.logLines.find((text) => text.includes('"path":"/api/items"') && text.includes(traceId));
  await waitUntil("it is logged", () => line() !== undefined);
});

test("an unsampled trace exports no spans, and a request without a trace starts its own", async () => {
  const unrecorded = "a".repeat(32);
  await get("/items", `00-${unrecorded}-${callersSpan}-00`);
  await get("/whoami", "nonsense");
  await waitUntil("the other has come", () => collector.spans.some(({ name }) => name === "GET /api/whoami"));

  expect(ofTrace(unrecorded)).toEqual([]);
  expect(collector.spans.find(({ name }) => name === "GET /api/whoami")?.parentSpanId).toBeUndefined();
});

test("probes have no spans, and neither have their statements", async () => {
  const before = collector.spans.length;
  for (const path of ["/health/ready", "/metrics"]) {
    const headers = { traceparent: `00-${"c".repeat(32)}-${callersSpan}-01` };
    expect((await fetch(service.address + path, { headers })).status).toBe(200);
  }
  await get("/nowhere", "");
  await waitUntil("a later request has come", () =>
    collector.spans.slice(before).some(({ kind }) => kind === serverKind),
  );

  expect(ofTrace("c".repeat(32))).toEqual([]);
  const statements = collector.spans.slice(before).map((span) => attributeOf(span, "db.query.text"));
  // The backlogs that /metrics counts.
  expect(statements.join()).not.toContain("attempts >= attempts_max) as failed");
});

test("a failing collector is reported once, and does not affect requests", async () => {
  collector.isWell = false;
  const complaint = () => service.logLines.filter((line) => line.includes("traces could not be exported"));
  await waitUntil("it is complained of", async () => {
    expect((await get("/whoami", "")).status).toBe(200);
    return complaint().length > 0;
  });

  expect(complaint()[0]).toContain("the collector returned 503");
  collector.isWell = true;
});
