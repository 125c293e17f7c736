import { createServer } from "node:net";
import { expect, test } from "vitest";
import { beginTorture } from "../../testing/torture.ts";
import { parseAllowedRanges } from "./address-rules.ts";
import { blockedNames } from "./testing/blocked-names.ts";
import { blockedUrls } from "./testing/blocked-urls.ts";
import { watchConnectionAttempts } from "./testing/connection-attempts.ts";
import { countingLookup } from "./testing/counting-lookup.ts";
import { listen, startLocalServer } from "./testing/local-server.ts";
import { openSender, post, textOf } from "./testing/send-message.ts";

const torture = beginTorture("SSRF corpus");
const loopback = parseAllowedRanges("127.0.0.1/32");
const publicPorts = [0, 80, 443, 65_535];

test("every URL of the corpus is rejected, without a connection attempt or a name lookup", async () => {
  const server = await startLocalServer((_request, response) => response.end("secret"));
  // On a machine without IPv6 nothing is reachable over it either.
  const v6Sockets = await listen(createServer(), "::1", server.port).catch(() => []);
  const attempts = watchConnectionAttempts(server.port, ...publicPorts);
  const { lookup, asked } = countingLookup(["127.0.0.1"]);
  const sender = openSender({ allowedRanges: [], lookup });

  for (const [url, reason] of blockedUrls) {
    const outcome = await post(sender, url.replace("PORT", String(server.port)));
    expect(outcome, url).toMatchObject({ kind: "refused", reason });
  }

  expect(attempts).toEqual([]);
  expect([...server.sockets, ...v6Sockets]).toEqual([]);
  expect(asked).toEqual([]);
  torture.verdict(`${blockedUrls.length} URLs blocked; no connection tried, no name resolved`);
});

test("the corpus has more than 200 addresses, each in at least one notation", () => {
  const urls = blockedUrls.filter(([, reason]) => reason === "address").map(([url]) => url.replace("PORT", "8080"));

  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.length).toBeGreaterThan(300);
  expect(new Set(urls.map((url) => new URL(url).hostname)).size).toBeGreaterThan(200);
});

test.each(blockedNames)("the name %s is rejected because it resolves to %s", async (host, ...addresses) => {
  const server = await startLocalServer((_request, response) => response.end("secret"));
  const attempts = watchConnectionAttempts(server.port, 443);
  const { lookup, asked } = countingLookup(addresses);
  const sender = openSender({ allowedRanges: [], lookup });

  const plain = await post(sender, `http://${host}:${server.port}/`);
  const encrypted = await post(sender, `https://${host}/`);

  for (const outcome of [plain, encrypted]) expect(outcome).toMatchObject({ kind: "refused", reason: "address" });
  expect(asked).toHaveLength(2);
  expect(attempts).toEqual([]);
  expect(server.sockets).toEqual([]);
});

test("localhost is rejected as the system resolves it", async () => {
  const server = await startLocalServer((_request, response) => response.end("secret"));
  const attempts = watchConnectionAttempts(server.port);
  const sender = openSender({ allowedRanges: [] });

  const outcome = await post(sender, `http://localhost:${server.port}/`);

  expect(outcome).toMatchObject({ kind: "refused", reason: "address" });
  expect(attempts).toEqual([]);
});

test("the outcome contains the host, and the address only in the detail for the log", async () => {
  const { lookup } = countingLookup(["10.11.12.13"]);
  const sender = openSender({ allowedRanges: [], lookup });

  const outcome = await post(sender, "http://hooks.example/path?token=secret");

  expect(outcome).toMatchObject({ kind: "refused", message: expect.stringContaining("hooks.example") });
  expect(outcome).toMatchObject({ message: expect.not.stringContaining("10.11.12.13") });
  expect(outcome).toMatchObject({ detail: expect.stringContaining("10.11.12.13") });
  expect(JSON.stringify(outcome)).not.toContain("secret");
});

test("a name that is rebound between check and connection reaches only the checked address", async () => {
  const server = await startLocalServer((_request, response) => response.end("checked"));
  const attempts = watchConnectionAttempts(server.port);
  const { lookup, asked } = countingLookup(["127.0.0.1"], ["10.0.0.1"]);
  const sender = openSender({ allowedRanges: loopback, lookup });

  const outcome = await post(sender, `http://hooks.example:${server.port}/`);

  expect(outcome).toMatchObject({ kind: "answered", address: "127.0.0.1" });
  expect(asked).toEqual(["hooks.example"]);
  expect(attempts).toEqual([`127.0.0.1 ${server.port}`]);
  expect(server.requests[0]?.headers.host).toBe(`hooks.example:${server.port}`);
});

test("a rebound name is used while its checked connection lives, and rejected when it needs another", async () => {
  const server = await startLocalServer((request, response) => {
    response.setHeader("connection", request.url === "/last" ? "close" : "keep-alive").end();
  });
  const { lookup, asked } = countingLookup(["127.0.0.1"], ["10.0.0.1"]);
  const sender = openSender({ allowedRanges: loopback, lookup });
  const url = `http://hooks.example:${server.port}`;

  const outcomes = [await post(sender, url), await post(sender, `${url}/last`), await post(sender, url)];

  expect(outcomes.map(({ kind }) => kind)).toEqual(["answered", "answered", "refused"]);
  expect(asked).toHaveLength(2);
  expect(server.sockets).toHaveLength(1);
});

test("an allowed range allows its own addresses and no others", async () => {
  const server = await startLocalServer((_request, response) => response.end("reached"));
  const sender = openSender({ allowedRanges: loopback });

  expect(textOf(await post(sender, server.url))).toBe("reached");
  for (const host of ["127.0.0.2", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "10.0.0.1"]) {
    expect(await post(sender, `http://${host}:${server.port}/`), host).toMatchObject({ kind: "refused" });
  }
  expect(server.requests).toHaveLength(1);
});

// A Location may be relative, so anything but an absolute URL leads to the same server; and a header has one line.
const locations = blockedUrls.filter(([url, reason]) => reason !== "url" && !/[\t\n]/.test(url));

test("a redirect to a URL of the corpus is rejected without a connection attempt", async () => {
  const server = await startLocalServer((request, response) => {
    const place = new URL(request.url ?? "", "http://x").searchParams.get("to") ?? "";
    response.writeHead(307, { location: Buffer.from(place).toString("latin1") }).end();
  });
  const attempts = watchConnectionAttempts(server.port, ...publicPorts);
  const sender = openSender({ allowedRanges: loopback });
  // The redirecting server itself must be allowed.
  const elsewhere = locations.filter(([url]) => new URL(url.replace("PORT", "80")).hostname !== "127.0.0.1");

  for (const [url, reason] of elsewhere) {
    const to = encodeURIComponent(url.replace("PORT", String(server.port)));
    const outcome = await post(sender, `${server.url}/?to=${to}`, { redirectsMax: 3 });
    expect(outcome, url).toMatchObject({ kind: "refused", reason });
  }

  expect(elsewhere.length).toBeGreaterThan(250);
  expect(new Set(attempts)).toEqual(new Set([`127.0.0.1 ${server.port}`]));
  torture.verdict(`redirects to ${elsewhere.length} URLs blocked; no connection tried`);
});

test.each(blockedNames)(
  "a redirect to the name %s is rejected because it resolves to %s",
  async (host, ...addresses) => {
    const server = await startLocalServer((_request, response) => {
      response.writeHead(302, { location: Buffer.from(`https://${host}/`).toString("latin1") }).end();
    });
    const attempts = watchConnectionAttempts(443);
    // Loopback is allowed here, for the redirecting server; so this name has another address.
    const { lookup } = countingLookup(addresses.map((address) => (address === "127.0.0.1" ? "127.0.0.2" : address)));
    const sender = openSender({ allowedRanges: loopback, lookup });

    const outcome = await post(sender, server.url, { redirectsMax: 1 });

    expect(outcome).toMatchObject({ kind: "refused", reason: "address" });
    expect(attempts).toEqual([]);
  },
);
