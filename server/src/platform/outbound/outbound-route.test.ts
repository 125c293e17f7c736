import { expect, test } from "vitest";
import { parseAllowedRanges } from "./address-rules.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { parseProxyUrl, parseSourceAddress } from "./outbound-route.ts";
import { blockedNames } from "./testing/blocked-names.ts";
import { blockedUrls } from "./testing/blocked-urls.ts";
import { startConnectProxy } from "./testing/connect-proxy.ts";
import { watchConnectionAttempts } from "./testing/connection-attempts.ts";
import { countingLookup } from "./testing/counting-lookup.ts";
import { startLocalServer, startSocketServer, startTlsServer } from "./testing/local-server.ts";
import { openSender, post, textOf } from "./testing/send-message.ts";
import { testCertificate } from "./testing/test-certificate.ts";

const allowedRanges = parseAllowedRanges("127.0.0.1/32");
const authorities = testCertificate.cert;

test.each([
  ["203.0.113.7", "203.0.113.7"],
  [" 127.0.0.1\n", "127.0.0.1"],
  ["2001:db8::7", "2001:db8::7"],
  ["fe80::1%eth0", "fe80::1%eth0"],
])("%o is a source address", (text, address) => {
  expect(parseSourceAddress(text)).toBe(address);
});

test.each(["", "localhost", "203.0.113.7:80", "203.0.113.0/24", "127.1", "0.0.0.0", "::", "224.0.0.1", "ff02::1"])(
  "%o is not a source address",
  (text) => {
    expect(() => parseSourceAddress(text)).toThrow(`"${text}" is not`);
  },
);

test.each([
  ["http://proxy.internal:3128", "http://proxy.internal:3128/"],
  ["http://user:p%40ss@10.0.0.9:8080/", "http://user:p%40ss@10.0.0.9:8080/"],
  [" http://[fd00::1]:3128 ", "http://[fd00::1]:3128/"],
])("%o is a proxy", (text, href) => {
  expect(parseProxyUrl(text).href).toBe(href);
});

test.each([
  "",
  "proxy:secret",
  "https://user:secret@proxy:3128",
  "socks5://user:secret@proxy:1080",
  "http://user:secret@proxy:3128/path",
  "http://user:secret%zz@proxy:3128",
])("%o is not a proxy, and the message does not repeat it", (text) => {
  expect(() => parseProxyUrl(text)).toThrow(/proxy/i);
  expect(() => parseProxyUrl(text)).not.toThrow("secret");
});

test("messages are sent from the source address", async () => {
  const server = await startLocalServer((request, response) => response.end(request.socket.remoteAddress));
  const { lookup } = countingLookup(["127.0.0.1", "::1"]);
  const ranges = parseAllowedRanges("127.0.0.1/32, ::1/128");
  const sender = openSender({ allowedRanges: ranges, sourceAddress: "127.0.0.9", lookup });
  const guardedFetch = createGuardedFetch({ allowedRanges: ranges, sourceAddress: "127.0.0.9" });

  const outcomes = [await post(sender, server.url), await post(sender, `http://hooks.example:${server.port}/`)];
  const answer = await guardedFetch(server.url);

  expect(outcomes.map(textOf)).toEqual(["127.0.0.9", "127.0.0.9"]);
  expect(await answer.text()).toBe("127.0.0.9");
});

test("a host without an address of the source's family, and a source of another machine, are failures", async () => {
  const { lookup } = countingLookup(["::1"]);
  const ranges = parseAllowedRanges("127.0.0.1/32, ::1/128");
  const v4 = openSender({ allowedRanges: ranges, sourceAddress: "127.0.0.1", lookup });
  const foreign = openSender({ allowedRanges: ranges, sourceAddress: "203.0.113.7" });

  const unreachable = await post(v4, "http://hooks.example:1/");
  const unbound = await post(foreign, "http://127.0.0.1:1/");

  expect(unreachable).toMatchObject({ kind: "failed", reason: "connect", message: expect.stringContaining("IPv4") });
  expect(unbound).toMatchObject({ kind: "failed", reason: "connect", detail: expect.stringContaining("203.0.113.7") });
});

test("over http the proxy gets the checked address, and the receiver the name", async () => {
  const server = await startLocalServer((_request, response) => response.end("reached"));
  const proxy = await startConnectProxy();
  const { lookup, asked } = countingLookup(["127.0.0.1"], ["10.0.0.1"]);
  const sender = openSender({ allowedRanges, lookup, proxyUrl: proxy.url });
  const url = `http://hooks.example:${server.port}/`;

  const outcomes = [await post(sender, url), await post(sender, url)];

  expect(outcomes.map(textOf)).toEqual(["reached", "reached"]);
  expect(outcomes[0]).toMatchObject({ address: "127.0.0.1" });
  expect(proxy.calls).toEqual([{ authority: `127.0.0.1:${server.port}`, authorization: undefined }]);
  expect(server.requests[0]?.headers.host).toBe(`hooks.example:${server.port}`);
  expect(asked).toEqual(["hooks.example"]);
});

test("over https the tunnel leads to the checked address, and TLS uses the name", async () => {
  const server = await startTlsServer((_request, response) => response.end("encrypted"));
  const proxy = await startConnectProxy();
  const { lookup } = countingLookup(["127.0.0.1"]);
  const sender = openSender({ allowedRanges, authorities, lookup, proxyUrl: proxy.url });

  const trusted = await post(sender, `https://localhost:${server.port}/`);
  const misnamed = await post(sender, `https://hooks.example:${server.port}/`);

  expect(textOf(trusted)).toBe("encrypted");
  expect(misnamed).toMatchObject({ kind: "failed", reason: "tls", message: expect.stringContaining("another name") });
  expect(proxy.calls.map(({ authority }) => authority)).toEqual(Array(2).fill(`127.0.0.1:${server.port}`));
});

test("the proxy gets its user and password, and the receiver does not", async () => {
  const server = await startLocalServer((_request, response) => response.end());
  const proxy = await startConnectProxy();
  const proxyUrl = parseProxyUrl(`http://user:p%40ss@127.0.0.1:${proxy.url.port}`);
  const sender = openSender({ allowedRanges, proxyUrl });

  await post(sender, server.url);

  expect(proxy.calls[0]?.authorization).toBe(`Basic ${btoa("user:p@ss")}`);
  expect(server.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
});

test("the guarded fetch uses the proxy too", async () => {
  const server = await startLocalServer((_request, response) => response.end("reached"));
  const proxy = await startConnectProxy();
  const guardedFetch = createGuardedFetch({ allowedRanges, proxyUrl: proxy.url });

  const answer = await guardedFetch(server.url);

  expect(await answer.text()).toBe("reached");
  expect(proxy.calls).toHaveLength(1);
});

test("the proxy gets the next address if it cannot reach the first", async () => {
  const server = await startLocalServer((_request, response) => response.end("reached"));
  const proxy = await startConnectProxy((authority) => (authority.startsWith("[::1]") ? "502 Bad Gateway" : undefined));
  const { lookup } = countingLookup(["::1", "127.0.0.1"]);
  const ranges = parseAllowedRanges("127.0.0.1/32, ::1/128");
  const sender = openSender({ allowedRanges: ranges, lookup, proxyUrl: proxy.url });

  const outcome = await post(sender, `http://hooks.example:${server.port}/`);

  expect(outcome).toMatchObject({ kind: "answered", address: "127.0.0.1" });
  expect(proxy.calls.map(({ authority }) => authority)).toEqual([`[::1]:${server.port}`, `127.0.0.1:${server.port}`]);
});

test("no rejected call reaches the proxy", async () => {
  const proxy = await startConnectProxy(() => "403 Forbidden");
  const attempts = watchConnectionAttempts(Number(proxy.url.port));

  for (const [url, reason] of blockedUrls) {
    const sender = openSender({ allowedRanges: [], proxyUrl: proxy.url });
    expect(await post(sender, url.replace("PORT", "8080")), url).toMatchObject({ kind: "refused", reason });
  }
  for (const [host, ...addresses] of blockedNames) {
    const sender = openSender({ allowedRanges: [], proxyUrl: proxy.url, lookup: countingLookup(addresses).lookup });
    expect(await post(sender, `http://${host}/`), host).toMatchObject({ kind: "refused", reason: "address" });
  }

  expect(attempts).toEqual([]);
  expect(proxy.calls).toEqual([]);
});

test.each([
  ["407 Proxy Authentication Required", "user and password"],
  ["502 Bad Gateway", "502"],
  ["403 Forbidden", "403"],
])("a proxy that responds with %s is a proxy failure", async (status, named) => {
  const proxy = await startConnectProxy(() => status);
  const proxyUrl = parseProxyUrl(`http://user:secret@127.0.0.1:${proxy.url.port}`);
  const sender = openSender({ allowedRanges, proxyUrl });

  const outcome = await post(sender, "http://127.0.0.1:8080/");

  expect(outcome).toMatchObject({ kind: "failed", reason: "proxy", message: expect.stringContaining(named) });
  expect(JSON.stringify(outcome)).not.toContain("secret");
});

test("a proxy that is unreachable, invalid or silent is a failure", async () => {
  const nonsense = await startSocketServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"));
  const silent = await startSocketServer(() => {});
  const reasons: unknown[] = [];

  for (const port of [1, nonsense, silent]) {
    const sender = openSender({ allowedRanges, proxyUrl: parseProxyUrl(`http://127.0.0.1:${port}`) });
    reasons.push(await post(sender, "http://127.0.0.1:8080/", { timeoutMs: 200 }));
  }

  expect(reasons).toMatchObject([{ reason: "proxy" }, { reason: "proxy" }, { reason: "timeout" }]);
});
