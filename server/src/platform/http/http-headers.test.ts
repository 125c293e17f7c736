import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { operations } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyHeaders, startTestService, type TestService } from "../../testing/test-service.ts";
import { type Answer, type RequestParts, sendRequest } from "./testing/send-request.ts";

/** What a page may always read, and what only its browser or the connection needs. */
const forBrowsers =
  /^(cache-control|content-(type|length|encoding|security-policy)|access-control-.*|vary|date|connection|keep-alive|transfer-encoding|referrer-policy|cross-origin-.*|x-(content-type|frame)-options)$/;

const tooLong = `/api/whoami?${"x".repeat(17_000)}`;

let service: TestService;
let guarded: TestService;
let closed: TestService;
let key: Record<string, string>;

beforeAll(async () => {
  service = await startTestService({ WEFT_CORS_ORIGINS: "*" });
  closed = await startTestService({}, service);
  guarded = await startTestService({ WEFT_CORS_ORIGINS: "https://shop.example,https://pim.example" });
  key = keyHeaders(service.first);
});

afterAll(async () => {
  await closed.stop();
  await service.stop();
  await guarded.stop();
});

function send(path: string, parts: RequestParts = {}): Promise<Answer> {
  return sendRequest(service.address + path, parts);
}

function whoami(headers: RequestParts["headers"] = {}): Promise<Answer> {
  return send("/api/whoami", { headers: { ...key, ...headers } });
}

describe("other origins", () => {
  const origin = "https://shop.example";
  const preflight = { method: "OPTIONS", headers: { origin, "access-control-request-method": "PUT" } };

  test("no origin is allowed unless one is configured", async () => {
    const asked = await sendRequest(`${closed.address}/api/users`, preflight);
    const answered = await sendRequest(`${closed.address}/api/whoami`, { headers: { ...key, origin } });

    expect(answered.status).toBe(200);
    for (const { headers } of [asked, answered]) {
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });

  test("with * any origin may send a preflight and read the response, without the user's session", async () => {
    const asked = await send("/api/users", preflight);
    const answered = await whoami({ origin });

    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe("*");
    expect(asked.headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST, PUT, PATCH, DELETE");
    expect(asked.headers.get("access-control-allow-headers")).toMatch(/authorization.*if-match.*x-api-key, x-api-org/);
    expect(asked.headers.get("access-control-allow-headers")).not.toContain("csrf");
    expect(answered.headers.get("access-control-allow-origin")).toBe("*");
    expect(answered.headers.get("access-control-expose-headers")).toMatch(/etag, .*retry-after, x-request-id/);
    for (const { headers } of [asked, answered]) {
      expect(headers.has("access-control-allow-credentials")).toBe(false);
    }
  });

  test("pages of other origins may send every header that an operation supports", async () => {
    const known = [
      ...operations.flatMap(({ requestHeaders }) => requestHeaders ?? []),
      // Those of every request, and the maximum age of a response.
      ...["Authorization", "X-Api-Key", "X-Api-Org", "X-Request-Id", "Cache-Control"],
    ];

    const allowed = namesIn((await send("/api/items", preflight)).headers, "allow");

    expect(known.filter((name) => !allowed.includes(name.toLowerCase()))).toEqual([]);
  });

  test("pages of other origins may send or read every header in the reference", async () => {
    const reference = await send("/api/openapi.json", { headers: { origin } });
    const asked = await send("/api/items", preflight);
    // Examples show headers that callers configured for their own systems.
    const text = JSON.stringify(reference.body, (name, value) => (name === "examples" ? undefined : value));
    const found: string[] = text.match(/\bX-[A-Z][\w-]*\w/g) ?? [];
    const named = new Set(found.map((name) => name.toLowerCase()));

    const usable = new Set([...namesIn(asked.headers, "allow"), ...namesIn(reference.headers, "expose")]);

    expect(named).toContain("x-covered-until");
    // Sessions are not for other origins, and neither are the headers that protect them.
    expect([...named].filter((name) => !usable.has(name))).toEqual(["x-csrf-token"]);
  });

  test("pages of other origins may read every header meant for them", async () => {
    const headers = { ...key, origin, "content-type": "application/json", "idempotency-key": "shop-1" };
    const create = () => send("/api/items", { method: "POST", headers, body: '{"name":"Parka"}' });

    const answers = [await create(), await create(), await send("/api/change-history/export", { headers })];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200]);
    const carried = new Set(answers.flatMap((answer) => [...answer.headers.keys()]));
    expect([...carried]).toEqual(expect.arrayContaining(["etag", "idempotency-replayed", "x-covered-until"]));
    for (const answer of answers) {
      const exposed = namesIn(answer.headers, "expose");
      const hidden = [...answer.headers.keys()].filter((name) => !exposed.includes(name));
      expect(hidden.filter((name) => !forBrowsers.test(name))).toEqual([]);
    }
  });

  function namesIn(headers: Headers, list: "allow" | "expose"): string[] {
    return (headers.get(`access-control-${list}-headers`) ?? "").split(/, */);
  }

  test.each([
    ["without a key", "/api/whoami", {}],
    ["to nowhere", "/nowhere", {}],
    ["for plain text", "/api/whoami", { accept: "text/plain" }],
    ["with a long address", tooLong, {}],
  ])("pages of other origins can also read why a request %s was rejected", async (_, path, headers) => {
    const answer = await send(path, { headers: { origin, ...headers } });

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });

  test.each([
    ["https://shop.example", "https://shop.example"],
    ["https://pim.example", "https://pim.example"],
    ["https://evil.example", null],
    ["https://shop.example.evil.example", null],
    ["http://shop.example", null],
    ["null", null],
  ])("with configured origins, %s is allowed: %s", async (asking, allowed) => {
    const headers = { ...keyHeaders(guarded.first), origin: asking };

    const asked = await sendRequest(`${guarded.address}/api/users`, {
      method: "OPTIONS",
      headers: { ...headers, "access-control-request-method": "PUT" },
    });
    const answered = await sendRequest(`${guarded.address}/api/whoami`, { headers });

    for (const answer of [asked, answered]) {
      expect(answer.headers.get("access-control-allow-origin")).toBe(allowed);
      expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
      expect(answer.headers.get("vary")).toMatch(/origin/i);
    }
  });
});

const securityHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

test.each<[number, string, string]>([
  [200, "GET", "/api/whoami"],
  [200, "GET", "/api/openapi.json"],
  [301, "GET", "/api/docs"],
  [200, "GET", "/api/docs/"],
  [200, "GET", "/"],
  [200, "GET", "/errors"],
  [200, "GET", "/errors/not-found"],
  [200, "GET", "/health/live"],
  [200, "GET", "/metrics"],
  [204, "OPTIONS", "/api/whoami"],
  [400, "POST", "/api/apps"],
  [400, "GET", "/api/%zz"],
  [404, "GET", "/api/users/no-id"],
  [404, "GET", "/api/users/aaaaaaaaaaaaaaaa"],
  [404, "GET", "/nowhere"],
  [405, "POST", "/health/live"],
  [414, "GET", tooLong],
])("the response %i to %s has the security headers", async (status, method, path) => {
  const answer = await send(path, { method, headers: key });

  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject(securityHeaders);
  expect(answer.headers.get("content-security-policy")).toMatch(/^default-src '(none|self)';.*frame-ancestors 'none'/);
  expect(answer.headers.has("strict-transport-security")).toBe(false);
  expect(answer.headers.has("x-powered-by")).toBe(false);
});

describe("compression", () => {
  const decompress = { gzip: gunzipSync, br: brotliDecompressSync };

  test.each(["gzip", "br"] as const)(
    "a response above 1 KiB is sent as %s to clients that accept it",
    async (encoding) => {
      const answer = await fetch(`${service.address}/api/openapi.json`, { headers: { "accept-encoding": encoding } });
      const raw = await rawBytes("/api/openapi.json", encoding);

      expect(answer.headers.get("content-encoding")).toBe(encoding);
      expect(answer.headers.get("vary")).toMatch(/accept-encoding/i);
      expect(JSON.parse(decompress[encoding](raw).toString())).toEqual(await answer.json());
    },
  );

  test("a small response is not compressed", async () => {
    const answer = await whoami({ "accept-encoding": "gzip, br" });

    expect(Number(answer.headers.get("content-length"))).toBeLessThan(1024);
    expect(answer.headers.has("content-encoding")).toBe(false);
  });

  test("a large response is not compressed for clients that accept no encoding", async () => {
    const answer = await send("/api/openapi.json");

    expect(answer.headers.has("content-encoding")).toBe(false);
    expect(answer.body.openapi).toMatch(/^3\.1/);
  });

  async function rawBytes(path: string, encoding: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      get(service.address + path, { headers: { "accept-encoding": encoding } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => resolve(Buffer.concat(chunks)));
      }).on("error", reject);
    });
  }
});
