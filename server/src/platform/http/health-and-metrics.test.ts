import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyHeaders, startTestService, type TestService } from "../../testing/test-service.ts";
import { newId } from "../ids.ts";
import { expectProblem } from "./testing/expect-problem.ts";
import { type Answer, type RequestParts, sendRequest } from "./testing/send-request.ts";

const metricsToken = "a token for the tests";

let service: TestService;
let closed: TestService;
let worker: TestService;
let behindProxy: TestService;
let open: TestService;

beforeAll(async () => {
  service = await startTestService();
  closed = await startTestService({ METRICS_TOKEN: metricsToken });
  worker = await startTestService({ WEFT_ROLE: "worker" }, service);
  behindProxy = await startTestService({ TRUST_PROXY: "true" }, service);
  open = await startTestService({ METRICS_ACCESS: "all" }, service);
});

afterAll(async () => {
  await Promise.all([behindProxy.stop(), open.stop(), worker.stop()]);
  await service.stop();
  await closed.stop();
});

function send(path: string, parts: RequestParts = {}): Promise<Answer> {
  return sendRequest(service.address + path, parts);
}

describe("health", () => {
  test.each([
    ["/health/live", "live"],
    ["/health/ready", "ready"],
    ["/health/ready/", "ready"],
  ])("%s returns %s without a credential", async (path, status) => {
    const answer = await send(path);

    expect(answer).toMatchObject({ status: 200, body: { status } });
  });

  test("an invalid credential is ignored", async () => {
    const answer = await send("/health/ready", {
      headers: { "x-api-key": "app:wrong", authorization: "Bearer wrong" },
    });

    expect(answer.status).toBe(200);
  });

  // With the database unavailable: http-failures.test.ts.
});

/** The distinct label sets of the counted requests. */
function labelsIn(metrics: string): Record<string, string>[] {
  const lines = metrics.split("\n").filter((line) => line.startsWith("weft_http_request_seconds_count{"));
  return lines.map((line) =>
    Object.fromEntries([...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  );
}

describe("metrics", () => {
  test("are served for Prometheus, for the process and the requests", async () => {
    await send("/health/live");

    const answer = await send("/metrics");

    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(answer.body).toContain("# TYPE weft_http_request_seconds histogram");
    expect(answer.body).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(answer.body).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(labelsIn(answer.body)).toContainEqual({ method: "GET", route: "/health/live", status: "200" });
  });

  test("count by route pattern and status", async () => {
    const headers = keyHeaders(service.first);
    await send(`/api/users/${newId()}`, { headers });
    await send(`/api/users/${newId()}`, { headers, method: "DELETE" });
    await send("/api/users?limit=1", { headers });

    const { body } = await send("/metrics");

    expect(labelsIn(body)).toEqual(
      expect.arrayContaining([
        { method: "GET", route: "/api/users/:id", status: "404" },
        { method: "DELETE", route: "/api/users/:id", status: "404" },
        { method: "GET", route: "/api/users", status: "200" },
      ]),
    );
  });

  test("have labels with few values, whatever is requested", async () => {
    const ids = Array.from({ length: 30 }, () => newId());
    for (const id of ids) {
      await send(`/api/users/${id}?q=${id}`);
      await send(`/${id}/${id}`);
      await send(`/api/${id}`, { method: "PROPFIND" });
      await send(`/errors/${id}`);
      await send(`/api/${id}%zz`);
      await send(`/api/docs/${id}`);
    }

    const { body } = await send("/metrics");

    const labels = labelsIn(body);
    const routes = new Set(labels.map(({ route }) => route));
    expect(ids.filter((id) => body.includes(id))).toEqual([]);
    expect(routes.size).toBeLessThan(30);
    expect(labels.length).toBeLessThan(60);
  });

  test.each([
    ["nothing", {}],
    ["another token", { authorization: "Bearer another token here" }],
    ["the token without its scheme", { authorization: metricsToken }],
    ["the token as a key", { "x-api-key": metricsToken }],
  ])("that require a token are denied to %s", async (_, headers) => {
    const answer = await sendRequest(`${closed.address}/metrics`, { headers });

    expectProblem(answer, "unauthenticated");
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="metrics"');
  });

  test.each(["Bearer", "bearer", "BEARER"])("that require a token are served to its holder: %s", async (scheme) => {
    const headers = { authorization: `${scheme} ${metricsToken}` };

    const answer = await sendRequest(`${closed.address}/metrics`, { headers });

    expect(answer.status).toBe(200);
    expect(answer.body).toContain("weft_http_request_seconds");
  });
});

describe("metrics without a token", () => {
  const forwarded: readonly (readonly [string, Record<string, string>])[] = [
    ["for a client elsewhere", { "x-forwarded-for": "203.0.113.9" }],
    ["for a client that claims to be here", { "x-forwarded-for": "127.0.0.1" }],
    ["for a client that prepended an address", { "x-forwarded-for": "127.0.0.1, 203.0.113.9" }],
    ["with a standard header", { forwarded: "for=203.0.113.9" }],
    ["with the header of nginx", { "x-real-ip": "203.0.113.9" }],
    ["with Via", { via: "1.1 proxy" }],
    ["with the public name", { host: "weft.example" }],
    ["with a name that begins like loopback", { host: "localhost.evil.example" }],
  ];

  test.each(forwarded)("are denied to a call forwarded %s", async (_, headers) => {
    for (const { address } of [service, behindProxy]) {
      const answer = await sendRequest(`${address}/metrics`, { headers });

      expectProblem(answer, "forbidden");
      expect(answer.body.detail).toContain("METRICS_TOKEN");
    }
  });

  test.each(["localhost", "127.0.0.1:9", "[::1]:3000"])("are served to a direct call of %s", async (host) => {
    expect((await sendRequest(`${service.address}/metrics`, { headers: { host } })).status).toBe(200);
    expect((await sendRequest(`${behindProxy.address}/metrics`, { headers: { host } })).status).toBe(200);
  });

  test("are served to all callers if METRICS_ACCESS says so", async () => {
    const headers = { host: "weft.example", "x-forwarded-for": "203.0.113.9" };

    expect((await sendRequest(`${open.address}/metrics`, { headers })).status).toBe(200);
  });
});

describe("a node that only runs jobs", () => {
  test.each(["/health/live", "/health/ready", "/metrics"])("serves %s", async (path) => {
    expect((await sendRequest(worker.address + path)).status).toBe(200);
  });

  test.each(["/api/whoami", "/api/openapi.json", "/"])("does not serve %s", async (path) => {
    const answer = await sendRequest(worker.address + path, { headers: keyHeaders(worker.first) });

    expectProblem(answer, "not-found");
  });
});
