import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyMessage } from "./platform/outbound/message-auth.ts";
import { readTraceContext } from "./platform/tracing/tracer.ts";
import { attributeOf, clientKind, type OtlpCollector, startOtlpCollector } from "./testing/otlp-collector.ts";
import { keyHeaders, startTestService, type TestService } from "./testing/test-service.ts";
import { waitUntil } from "./testing/wait-until.ts";
import { type Receiver, startReceiver } from "./workflows/testing/receiver.ts";
import { run } from "./workflows/testing/workflow-world.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const caller = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: "rojo=1,congo=t61rcWkgMzE" };
const configured = `00-${"c".repeat(32)}-${"d".repeat(16)}-01`;

let collector: OtlpCollector;
let receiver: Receiver;
let service: TestService;

beforeAll(async () => {
  [collector, receiver] = await Promise.all([startOtlpCollector(), startReceiver()]);
  service = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    WEFT_OUTBOUND_ALLOW: "127.0.0.1/32",
  });
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
  collector.close();
});

let seen: number;

beforeEach(() => {
  receiver.answer(() => ({}));
  seen = receiver.calls.length;
});

const calls = () => receiver.calls.slice(seen);
const contextOf = (call: { readonly headers: object } | undefined) => readTraceContext({ ...call?.headers });
const spanOf = (call: { readonly headers: object } | undefined) =>
  collector.received(({ spanId }) => spanId === contextOf(call)?.spanId);

async function createWebhook(input: object): Promise<{ readonly id: string; readonly secret: string }> {
  const auth = { type: "hmac", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
  const body = { url: `${receiver.url}/hook?token=hush-hush-99`, events: ["item|create"], auth, ...input };
  const answer = await service.call("POST", "/webhooks", { body });
  expect(answer.status).toBe(201);
  return { id: answer.body.id, secret: auth.secret };
}

/** Sends a test message within the trace of the caller. */
async function sendTest(input: object) {
  const { id } = await createWebhook({ events: ["color|delete"], ...input });
  return service.call("POST", `/webhooks/${id}/test`, { headers: { ...keyHeaders(service.first), ...caller } });
}

test("a delivery is a trace of its own, whose span the receiver and the delivery log get", async () => {
  const { id, secret } = await createWebhook({});
  const headers = { ...keyHeaders(service.first), ...caller };

  await service.call("POST", "/items", { headers, body: { name: "Parka" } });

  const span = await collector.received(({ attributes }) => attributes.some(({ key }) => key === "weft.delivery_id"));
  const [call] = calls();
  expect(contextOf(call)).toEqual({ traceId: span.traceId, spanId: span.spanId, isSampled: true });
  expect(span).toMatchObject({ name: "POST", kind: clientKind });
  expect(span.traceId).not.toBe(traceId);
  expect(span.parentSpanId).toBeUndefined();
  expect(call?.headers["tracestate"]).toBeUndefined();
  expect(Object.fromEntries(span.attributes.map(({ key }) => [key, attributeOf(span, key)]))).toEqual({
    "http.request.method": "POST",
    "server.address": "127.0.0.1",
    "server.port": new URL(receiver.url).port,
    "weft.delivery_id": call?.headers["webhook-id"],
    "http.response.status_code": "200",
  });
  expect(JSON.stringify(collector.spans)).not.toContain("hush-hush-99");
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const message = { headers: { ...call?.headers }, body: call?.text ?? "", secrets: [secret], nowSeconds };
  expect(verifyMessage(message)).toBe(true);
  await waitUntil("the attempt is logged", async () => {
    const delivery = await service.call("GET", `/webhook-deliveries/${call?.headers["webhook-id"]}`);
    const [attempt] = delivery.body.attemptLog;
    return attempt?.requestHeaders["traceparent"] === call?.headers["traceparent"];
  });
  await service.call("DELETE", `/webhooks/${id}`);
});

test("a test message is part of the caller's trace, with its tracestate", async () => {
  await sendTest({});

  const [call] = calls();
  const span = await spanOf(call);
  const request = await collector.received(({ name }) => name === "POST /api/webhooks/:id/test");
  expect(contextOf(call)).toMatchObject({ traceId, isSampled: true, traceState: caller.tracestate });
  expect(span).toMatchObject({ parentSpanId: request.spanId, traceState: caller.tracestate });
});

test.each([
  ["Traceparent", configured, { traceparent: configured, tracestate: undefined }],
  ["tracestate", "own=1", { traceparent: undefined, tracestate: "own=1" }],
])("a webhook's own header %s is sent unchanged, and none is added", async (name, value, sent) => {
  await sendTest({ headers: { [name]: value } });

  const [call] = calls();
  expect({ traceparent: call?.headers["traceparent"], tracestate: call?.headers["tracestate"] }).toEqual(sent);
});

test("a failed call is a failed span", async () => {
  receiver.answer(() => ({ status: 503 }));

  await sendTest({});

  const refused = await spanOf(calls()[0]);
  expect(refused).toMatchObject({ status: { code: 2, message: "503" } });
  expect(attributeOf(refused, "error.type")).toBe("503");
});

test("each attempt of an HTTP task has a span of its own", async () => {
  receiver.answer(() => (calls().length < 2 ? { status: 503 } : {}));
  const retry = { attempts: 2, backoffSeconds: 0 };
  const task = { name: "call", action: "http", config: { url: receiver.url }, retry };

  const process = await run(service, { tasks: [task] });

  const spans = await Promise.all(calls().map(spanOf));
  expect(spans.map((span) => attributeOf(span, "http.response.status_code"))).toEqual(["503", "200"]);
  expect(spans.map((span) => attributeOf(span, "weft.task_id"))).toEqual(Array(2).fill(process.tasks[0].id));
  expect(spans.map((span) => attributeOf(span, "weft.org"))).toEqual(Array(2).fill(service.first.orgSlug));
  expect(new Set(spans.map((span) => span.traceId)).size).toBe(2);
  expect(spans.map((span) => span.parentSpanId)).toEqual([undefined, undefined]);
});

test("an HTTP task can continue the trace that its event names", async () => {
  const config = { url: receiver.url, headers: { traceparent: "{headers.traceparent}" } };
  const input = { tasks: [{ name: "call", action: "http", config }] };

  await run(service, input, { headers: { traceparent: configured } });
  await run(service, input, { headers: {} });

  const [named, unnamed] = calls();
  expect(named?.headers["traceparent"]).toBe(configured);
  expect(await spanOf(unnamed)).toMatchObject({ kind: clientKind });
});
