import { expect, test } from "vitest";
import { holdBatches } from "../loader/testing/hold-batches.ts";
import { keyHeaders, startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { callTool, postMcp } from "./testing/mcp-client.ts";

/** Sends a call, and disconnects as soon as the service has responded to another one. */
async function callAndLeave(service: TestService, name: string, args: object): Promise<void> {
  const leaving = new AbortController();
  const params = { name, arguments: args };
  const left = fetch(`${service.address}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", ...keyHeaders(service.first) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    signal: leaving.signal,
  }).catch(() => undefined);
  await postMcp(service, { jsonrpc: "2.0", id: 2, method: "ping" });
  leaving.abort();
  await left;
}

test("a tool stops when its caller disconnects, and no error is logged", async () => {
  const service = await startTestService();
  const held = await holdBatches(service.database, 0);
  const file = { csv: "federatedId,name,hex\nred,Red,ff0000\n", config: { loadType: ["COLOR"] } };
  const { loadId } = await callTool(service, "load", { ...file, dryRun: false, waitSeconds: 0 });
  await held.areHeld();
  const linesBefore = service.logLines.length;
  const linesSince = () => service.logLines.slice(linesBefore);

  await waitUntil("the waiting call inside has ended", async () => {
    await callAndLeave(service, "load", { loadId, waitSeconds: 30 });
    return linesSince().some((line) => line.includes(`/api/loader-processes/${loadId}`));
  });
  await held.release();
  await service.stop();

  expect(linesSince().filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
