import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { holdBatches } from "../server/src/loader/testing/hold-batches.ts";
import { callTool } from "../server/src/mcp/testing/mcp-client.ts";
import {
  keyHeaders,
  shareTestService,
  startTestService,
  type TestService,
} from "../server/src/testing/test-service.ts";
import { waitUntil } from "../server/src/testing/wait-until.ts";
import { weft } from "./testing/node-process.ts";
import { keyEnv, runWeft, startWeft } from "./testing/run-weft.ts";

let service: TestService;
const open: Client[] = [];

beforeAll(async () => {
  service = await shareTestService();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

afterAll(() => service.stop());

type Mode = "legacy" | { readonly pin: string };

const ways = {
  "streamable HTTP": () =>
    new StreamableHTTPClientTransport(new URL(`${service.address}/mcp`), {
      requestInit: { headers: keyHeaders(service.first) },
    }),
  stdio: () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [weft, "mcp"],
      env: { PATH: process.env["PATH"] ?? "", ...keyEnv(service) },
      stderr: "ignore",
    }),
} as const;

/** The official client, connected. */
async function connect(way: keyof typeof ways, mode: Mode): Promise<Client> {
  const client = new Client({ name: "acceptance", version: "1" }, { versionNegotiation: { mode } });
  open.push(client);
  await client.connect(ways[way]());
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { structuredContent } = await client.callTool({ name, arguments: args });
  return structuredContent;
}

const cases = (["streamable HTTP", "stdio"] as const).flatMap((way) => [
  { way, mode: "legacy" as const, version: "2025-11-25" },
  { way, mode: { pin: "2026-07-28" }, version: "2026-07-28" },
]);

test.each(cases)("the official client works over $way with version $version", async ({ way, mode, version }) => {
  const client = await connect(way, mode);
  const federatedId = `${way}-${version}`;
  const operations = [{ op: "upsert", federatedId, object: { name: "Parka" } }];

  const { tools } = await client.listTools();
  const dryRunResult = await call(client, "write", { kind: "item", operations });
  const written = await call(client, "write", { kind: "item", operations, dryRun: false });
  const found = await call(client, "find", { kind: "item", criteria: { federatedId } });
  const refused = await client.callTool({ name: "find", arguments: { kind: "nothing" } });

  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  expect(client.getServerVersion()).toMatchObject({ name: "weft" });
  expect(client.getInstructions()).toContain("Weft");
  expect(tools.map(({ name }) => name)).toContain("explain");
  expect(dryRunResult).toMatchObject({ dryRun: true });
  expect(written).toMatchObject({ written: [{ outcome: "created" }] });
  expect(found).toMatchObject({ results: [{ name: "Parka", federatedId }] });
  expect(refused.isError).toBe(true);
});

describe("weft mcp", () => {
  const ping = (id: number) => `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`;
  const linesOf = (text: string) =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  test("responds to each line with one line, prints nothing else, and ends with its input", async () => {
    const input = `${ping(1)}no JSON\n\n{"jsonrpc": "2.0", "method": "notifications/initialized"}\n${ping(2)}`;

    const { code, stdout, stderr } = await runWeft(["mcp"], { env: keyEnv(service), input });

    expect(code).toBe(0);
    expect(linesOf(stdout)).toHaveLength(3);
    expect(linesOf(stdout)).toEqual(
      expect.arrayContaining([
        { jsonrpc: "2.0", id: 1, result: {} },
        { jsonrpc: "2.0", id: 2, result: {} },
        { jsonrpc: "2.0", id: null, error: expect.objectContaining({ code: -32_700 }) },
      ]),
    );
    expect(stderr).toContain(service.address);
  });

  test("keeps running while the service is unavailable", async () => {
    const away = await startTestService();
    const env = { ...keyEnv(away), WEFT_BASE_URL: `${away.address}/api` };
    const running = startWeft(["mcp"], { env });
    running.type(ping(1));
    await waitUntil("the service responds", () => running.stdout().includes('"id":1'));
    await away.stop();
    const message = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "types", arguments: {} } };

    running.type(`${JSON.stringify(message)}\n`);
    await waitUntil("the error is returned", () => running.stdout().includes('"id":2'));
    running.endInput();
    const { code, stdout, stderr } = await running.ended;

    expect(code).toBe(0);
    expect(linesOf(stdout)[1]).toMatchObject({ id: 2, error: { code: -32_603, data: { code: "unreachable" } } });
    expect(stderr).toContain("cannot be reached");
  });

  test("reports a rejected key, and exits if no one is signed in", async () => {
    const env = { ...keyEnv(service), WEFT_API_KEY: "app:weft_wrong" };

    const wrong = await runWeft(["mcp"], { env, input: ping(1) });
    const nobody = await runWeft(["mcp"], { input: ping(1) });

    expect(linesOf(wrong.stdout)).toMatchObject([{ id: 1, error: { data: { code: "unauthenticated", status: 401 } } }]);
    expect(nobody.code).not.toBe(0);
    expect(nobody.stdout).toBe("");
    expect(nobody.stderr).toContain("weft login");
  });

  test("drops a request that the client cancels", async () => {
    const held = await holdBatches(service.database, 0);
    const config = { loadType: ["COLOR"] };
    const csv = "federatedId,name,hex\nred,Red,ff0000\n";
    const { loadId } = await callTool(service, "load", { csv, config, dryRun: false, waitSeconds: 0 });
    await held.areHeld();
    const running = startWeft(["mcp"], { env: keyEnv(service) });
    const watch = { name: "load", arguments: { loadId, waitSeconds: 30 } };

    running.type(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: watch })}\n`);
    running.type(
      `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })}\n`,
    );
    running.type(ping(2));
    running.endInput();
    const { code, stdout } = await running.ended;
    await held.release();

    expect(code).toBe(0);
    expect(linesOf(stdout)).toMatchObject([{ id: 2, result: {} }]);
  });

  test("passes on the rejection of a version, and exits on a signal", async () => {
    const params = { _meta: { "io.modelcontextprotocol/protocolVersion": "1900-01-01" } };
    const message = { jsonrpc: "2.0", id: 1, method: "server/discover", params };
    const running = startWeft(["mcp"], { env: keyEnv(service) });

    running.type(`${JSON.stringify(message)}\n`);
    await waitUntil("the response arrives", () => running.stdout().includes("\n"));
    const { code, stdout } = await running.end("SIGTERM");

    expect(linesOf(stdout)).toMatchObject([{ id: 1, error: { code: -32_022, data: { requested: "1900-01-01" } } }]);
    expect(code).toBe(130);
  });
});
