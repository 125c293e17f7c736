import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyHeaders, shareTestService, type TestService } from "../../testing/test-service.ts";
import { postMcp } from "../testing/mcp-client.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const request = (method: string, params?: object) => ({ jsonrpc: "2.0", id: 7, method, ...(params && { params }) });
const post = (body: unknown, headers: Record<string, string> = {}) =>
  postMcp(service, body, { ...keyHeaders(service.first), ...headers });

describe("versions that start with initialize", () => {
  test.each([
    { asked: "2024-11-05", agreed: "2024-11-05" },
    { asked: "2025-03-26", agreed: "2025-03-26" },
    { asked: "2025-06-18", agreed: "2025-06-18" },
    { asked: "2025-11-25", agreed: "2025-11-25" },
    { asked: "2026-07-28", agreed: "2025-11-25" },
    { asked: "1999-01-01", agreed: "2025-11-25" },
  ])("$asked negotiates $agreed", async ({ asked, agreed }) => {
    const clientInfo = { name: "test", version: "1" };
    const { status, body } = await post(
      request("initialize", { protocolVersion: asked, capabilities: {}, clientInfo }),
    );

    expect(status).toBe(200);
    expect(body).toMatchObject({ jsonrpc: "2.0", id: 7, result: { protocolVersion: agreed } });
    expect(body.result).toMatchObject({ capabilities: { tools: {} }, serverInfo: { name: "weft" } });
    expect(body.result.instructions).toContain("dryRun");
  });

  test("a ping gets a response", async () => {
    expect((await post(request("ping"))).body).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
  });

  test("the nine tools are listed with closed schemas, within a size limit", async () => {
    const { body } = await post(request("tools/list"), { "mcp-protocol-version": "2025-11-25" });

    const { tools } = body.result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      "find",
      "aggregate",
      "get",
      "write",
      "load",
      "changes",
      "tasks",
      "types",
      "explain",
    ]);
    for (const { inputSchema, description, title, annotations } of tools) {
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect([description, title, typeof annotations.readOnlyHint]).not.toContain(undefined);
    }
    expect(JSON.stringify(tools).length).toBeLessThan(16_000);
  });

  test("an unknown method is an error that lists the known ones", async () => {
    const { status, body } = await post(request("resources/list"));

    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 7, error: { code: -32_601 } });
    expect(body.error.message).toMatch(/resources\/list.*tools\/call/);
  });

  test("an unknown tool is a protocol error that lists the tools", async () => {
    const { body } = await post(request("tools/call", { name: "search", arguments: {} }));

    expect(body).toMatchObject({ id: 7, error: { code: -32_602 } });
    expect(body.error.message).toMatch(/find, aggregate, get, write/);
  });

  test.each([
    { what: "a notification", message: { jsonrpc: "2.0", method: "notifications/initialized" } },
    { what: "an unsolicited response", message: { jsonrpc: "2.0", id: 1, result: {} } },
  ])("$what is accepted without a response body", async ({ message }) => {
    const { status, body } = await post(message);

    expect([status, body]).toEqual([202, undefined]);
  });
});

describe("invalid messages", () => {
  test.each([
    { what: "no JSON", text: "{", code: -32_700, id: null },
    { what: "JSON with a key twice", text: '{"id": 1, "id": 2}', code: -32_700, id: null },
    { what: "nothing of JSON-RPC", text: '{"id": 3, "method": "ping"}', code: -32_600, id: 3 },
    { what: "an id that is null", text: '{"jsonrpc": "2.0", "id": null, "method": "ping"}', code: -32_600, id: null },
    {
      what: "params in a list",
      text: '{"jsonrpc": "2.0", "id": "a", "method": "ping", "params": []}',
      code: -32_600,
      id: "a",
    },
    { what: "an empty list", text: "[]", code: -32_600, id: null },
    { what: "a text", text: '"ping"', code: -32_600, id: null },
  ])("$what is rejected with $code", async ({ text, code, id }) => {
    const { status, body } = await post(text);

    expect(status).toBe(400);
    expect(body).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
  });

  test("a body with another content type is rejected, as anywhere in the API", async () => {
    const { status, body } = await post("ping", { "content-type": "text/plain" });

    expect(status).toBe(415);
    expect(body).toMatchObject({ code: "unsupported-media-type" });
  });

  test.each(["GET", "DELETE", "PUT"])("%s returns the allowed method", async (method) => {
    const { status, headers } = await fetch(`${service.address}/mcp`, { method });

    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("POST");
  });
});

describe("batches", () => {
  const batch = [request("ping"), { jsonrpc: "2.0", method: "notifications/initialized" }, request("tools/nothing")];

  test("in the version that supports them return a list, without notifications", async () => {
    const { status, body } = await post(batch);

    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: 7, result: {} },
      { id: 7, error: { code: -32_601 } },
    ]);
  });

  test("in other versions, and long ones, are rejected", async () => {
    const later = await post(batch, { "mcp-protocol-version": "2025-06-18" });
    const long = await post(Array.from({ length: 21 }, () => request("ping")));

    expect([later.status, long.status]).toEqual([400, 400]);
    expect([later.body.error.code, long.body.error.code]).toEqual([-32_600, -32_600]);
  });
});

describe("the version without initialize", () => {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headersFor = (method: string, name?: string) => ({
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(name === undefined ? {} : { "mcp-name": name }),
  });

  test("returns versions and capabilities on request", async () => {
    const { status, body } = await post(request("server/discover", { _meta }), headersFor("server/discover"));

    expect(status).toBe(200);
    expect(body.result).toMatchObject({ resultType: "complete", capabilities: { tools: {} }, cacheScope: "public" });
    expect(body.result.supportedVersions).toEqual([version, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]);
    expect(body.result._meta["io.modelcontextprotocol/serverInfo"].name).toBe("weft");
  });

  test("lists and calls tools without a handshake", async () => {
    const listed = await post(request("tools/list", { _meta }), headersFor("tools/list"));
    const params = { _meta, name: "find", arguments: { kind: "item" } };
    const called = await post(request("tools/call", params), headersFor("tools/call", "=?base64?ZmluZA==?="));

    expect(listed.body.result).toMatchObject({ resultType: "complete", ttlMs: 300_000 });
    expect(listed.body.result.tools).toHaveLength(9);
    expect(called.body.result).toMatchObject({ resultType: "complete", structuredContent: { results: [] } });
  });

  test("returns 404 for an unknown method", async () => {
    const { status, body } = await post(request("ping", { _meta }), headersFor("ping"));

    expect(status).toBe(404);
    expect(body.error.code).toBe(-32_601);
  });

  test.each([
    { what: "a header that is missing", headers: { "mcp-protocol-version": version } },
    { what: "another method in the header", headers: headersFor("tools/call") },
    {
      what: "another version in the header",
      headers: { ...headersFor("tools/list"), "mcp-protocol-version": "2025-11-25" },
    },
  ])("rejects $what", async ({ headers }) => {
    const { status, body } = await post(request("tools/list", { _meta }), headers);

    expect(status).toBe(400);
    expect(body).toMatchObject({ id: 7, error: { code: -32_020 } });
  });

  test("rejects a name in the header that differs from the body", async () => {
    const params = { _meta, name: "find", arguments: { kind: "item" } };
    const { status, body } = await post(request("tools/call", params), headersFor("tools/call", "get"));

    expect(status).toBe(400);
    expect(body.error.code).toBe(-32_020);
  });

  test("rejects a request without client capabilities", async () => {
    const { status, body } = await post(request("tools/list"), headersFor("tools/list"));

    expect(status).toBe(400);
    expect(body.error.code).toBe(-32_602);
  });

  test("rejects unknown versions, and lists the supported ones", async () => {
    const { status, body } = await post(request("tools/list"), { "mcp-protocol-version": "1900-01-01" });

    expect(status).toBe(400);
    expect(body).toMatchObject({ id: 7, error: { code: -32_022, data: { requested: "1900-01-01" } } });
    expect(body.error.data.supported).toContain(version);
  });
});
