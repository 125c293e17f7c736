import { Agent } from "undici";
import { expect, test } from "vitest";
import { createGuardedConnector } from "./guarded-connector.ts";
import { blockedUrls } from "./testing/blocked-urls.ts";
import { startLocalServer } from "./testing/local-server.ts";

// undici and the socket pass literals to no lookup; this must hold without the check of the URL before it.
test("the connector itself rejects every literal of the corpus", async () => {
  const server = await startLocalServer((_request, response) => response.end("secret"));
  const agent = new Agent({ connect: createGuardedConnector({ allowedRanges: [], timeoutMs: 1_000 }) });
  const literals = blockedUrls.filter(([, reason]) => reason === "address");

  for (const [url] of literals) {
    const { origin } = new URL(url.replace("PORT", String(server.port)));
    const call = agent.request({ origin, path: "/", method: "GET" });
    await expect(call, url).rejects.toThrow(expect.objectContaining({ name: "OutboundRefusedError" }));
  }

  expect(literals.length).toBeGreaterThan(50);
  expect(server.requests).toEqual([]);
});
