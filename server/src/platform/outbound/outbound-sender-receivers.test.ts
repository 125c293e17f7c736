import { expect, test } from "vitest";
import { waitUntil } from "../../testing/wait-until.ts";
import { parseAllowedRanges } from "./address-rules.ts";
import { countingLookup } from "./testing/counting-lookup.ts";
import { startLocalServer, startSocketServer, startTlsServer } from "./testing/local-server.ts";
import { openSender, post, textOf } from "./testing/send-message.ts";
import { testCertificate } from "./testing/test-certificate.ts";

const allowedRanges = parseAllowedRanges("127.0.0.1/32");
const authorities = testCertificate.cert;
const never = new Promise<never>(() => {});

/** A receiver that sends something at once, whatever it receives. */
function startSaying(...parts: string[]): Promise<number> {
  return startSocketServer((socket) => {
    socket.once("data", () => {
      for (const part of parts) socket.write(part, "latin1");
    });
  });
}

test("a receiver that never responds times out, and its connection is closed", async () => {
  const server = await startLocalServer(() => {});
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, `${server.url}/path?token=secret`, { timeoutMs: 100 });

  expect(outcome).toMatchObject({ kind: "failed", reason: "timeout", message: expect.stringContaining("100 ms") });
  expect(JSON.stringify(outcome)).not.toContain("secret");
  expect(outcome.durationMs).toBeLessThan(8_000);
  await waitUntil("the connection is closed", () => server.sockets[0]?.destroyed === true);
});

test("a resolver that never responds times out", async () => {
  const sender = openSender({ allowedRanges, lookup: () => never });

  const outcome = await post(sender, "http://hooks.example/", { timeoutMs: 50 });

  expect(outcome).toMatchObject({ kind: "failed", reason: "timeout" });
});

test("a connection that opens too late for its message serves the next one", async () => {
  const server = await startLocalServer((_request, response) => response.end("reached"));
  let resolveName = () => {};
  const resolved = new Promise<void>((resolve) => {
    resolveName = resolve;
  });
  const lookup = async () => {
    await resolved;
    return [{ address: "127.0.0.1", family: 4 }];
  };
  const sender = openSender({ allowedRanges, lookup });
  const url = `http://hooks.example:${server.port}/`;

  const late = await post(sender, url, { timeoutMs: 20 });
  resolveName();
  await waitUntil("the connection is open", () => server.sockets.length === 1);
  const next = await post(sender, url);

  expect(late).toMatchObject({ kind: "failed", reason: "timeout" });
  expect(textOf(next)).toBe("reached");
  expect(server.sockets).toHaveLength(1);
});

test("a TLS handshake that never ends times out", async () => {
  const port = await startSocketServer(() => {});
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, `https://127.0.0.1:${port}/`, { timeoutMs: 50 });

  expect(outcome).toMatchObject({ kind: "failed", reason: "timeout" });
});

test.each([
  ["its headers", "HTTP/1.1 200 OK\r\nX-Long: "],
  ["its body", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"],
  ["its announcements", "HTTP/1.1 103 Early Hints\r\n\r\n"],
])("the timeout covers a receiver that is slow to send %s", async (_part, head) => {
  const drops = head.includes("chunked") ? "1\r\nx\r\n" : head.includes("103") ? head : "x";
  const port = await startSocketServer((socket) => {
    socket.write(head);
    const drip = setInterval(() => socket.write(drops), 5);
    socket.on("close", () => clearInterval(drip));
  });
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, `http://127.0.0.1:${port}/`, { timeoutMs: 150 });

  expect(outcome).toMatchObject({ kind: "failed", reason: "timeout" });
  expect(outcome.durationMs).toBeGreaterThanOrEqual(149);
  expect(outcome.durationMs).toBeLessThan(8_000);
});

test("the timeout covers all redirects together", async () => {
  const server = await startLocalServer((_request, response) => {
    setTimeout(() => response.writeHead(302, { location: "/" }).end(), 10);
  });
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, server.url, { timeoutMs: 150, redirectsMax: 1_000 });

  expect(outcome).toMatchObject({ kind: "failed", reason: "timeout" });
});

test("an endless response is cut at 64 KiB, and its connection closed", async () => {
  const server = await startLocalServer((_request, response) => {
    const pour = () => {
      while (response.write("x".repeat(20_000)));
    };
    response.on("drain", pour);
    pour();
  });
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, server.url);

  expect(outcome).toMatchObject({ kind: "answered", status: 200, isCut: true });
  expect(textOf(outcome)).toBe("x".repeat(65_536));
  await waitUntil("the connection is closed", () => server.sockets[0]?.destroyed === true);
});

test.each([
  [11, "of a known length", true],
  [11, "in chunks", true],
  [10, "of a known length", false],
  [10, "in chunks", false],
])("a response of %d bytes %s is cut beyond 10: %s", async (length, way, isCut) => {
  const server = await startLocalServer((_request, response) => {
    if (way === "in chunks") response.write("1");
    response.end("2".repeat(way === "in chunks" ? length - 1 : length));
  });
  const sender = openSender({ allowedRanges });

  const first = await post(sender, server.url, { answerBytesMax: 10 });
  const second = await post(sender, server.url, { answerBytesMax: 10 });

  for (const outcome of [first, second]) expect(outcome).toMatchObject({ isCut, body: { length: 10 } });
  expect(server.sockets).toHaveLength(isCut ? 2 : 1);
});

test.each([
  ["no HTTP", ["SSH-2.0-OpenSSH_9.6\r\n"], "answer"],
  ["an unknown HTTP", ["HTTP/9.9 200 OK\r\n\r\n"], "answer"],
  ["a broken header", ["HTTP/1.1 200 OK\r\nX: a\u0000b\r\n\r\n"], "answer"],
  ["two lengths", ["HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx"], "closed"],
  ["a broken chunk", ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"], "answer"],
  [
    "endless headers",
    ["HTTP/1.1 200 OK\r\n", ...Array.from({ length: 99 }, () => `x: ${"y".repeat(999)}\r\n`)],
    "answer",
  ],
  ["an unrequested upgrade", ["HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"], "answer"],
  ["bytes of all kinds", [Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString("latin1")], "answer"],
])("a receiver that responds with %s is a failure", async (_case, parts, reason) => {
  const port = await startSaying(...parts);
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, `http://127.0.0.1:${port}/`);

  expect(outcome).toMatchObject({ kind: "failed", reason });
});

test.each([
  ["at once", ""],
  ["amid the headers", "HTTP/1.1 200 OK\r\nConte"],
  ["amid a body of known length", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"],
  ["amid the last chunks", "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
  ["amid the chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
])("a receiver that closes %s is a failure, and is not retried", async (_case, begun) => {
  let connections = 0;
  const port = await startSocketServer((socket) => {
    connections += 1;
    socket.once("data", () => socket.end(begun));
  });
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, `http://127.0.0.1:${port}/`);

  expect(outcome).toMatchObject({ kind: "failed", reason: "closed" });
  expect(connections).toBe(1);
});

test("a response that ends with its connection is complete", async () => {
  const port = await startSocketServer((socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\n\r\nwhole"));
  });
  const sender = openSender({ allowedRanges });

  expect(textOf(await post(sender, `http://127.0.0.1:${port}/`))).toBe("whole");
});

test("a closed port and an unknown name are failures", async () => {
  const { lookup } = countingLookup(["127.0.0.1"], []);
  const sender = openSender({ allowedRanges, lookup });

  const unreachable = await post(sender, "http://hooks.example:1/");
  const unknown = await post(sender, "http://unknown.example/");

  expect(unreachable).toMatchObject({
    kind: "failed",
    reason: "connect",
    detail: expect.stringContaining("ECONNREFUSED"),
  });
  expect(unknown).toMatchObject({ kind: "failed", reason: "dns", message: expect.stringContaining("unknown.example") });
});

test("messages are sent over TLS to a receiver with a trusted certificate", async () => {
  const server = await startTlsServer((_request, response) => response.end("encrypted"));
  const { lookup } = countingLookup(["127.0.0.1"]);
  const sender = openSender({ allowedRanges, authorities, lookup });

  const outcomes = [await post(sender, server.url), await post(sender, server.url)];

  expect(outcomes.map(textOf)).toEqual(["encrypted", "encrypted"]);
  expect(server.sockets).toHaveLength(1);
});

test.each([
  ["is not trusted", undefined, "localhost", "authority"],
  ["is for another name", authorities, "hooks.example", "another name"],
])("a certificate that %s is a failure, also the next time", async (_case, trusted, host, named) => {
  const server = await startTlsServer((_request, response) => response.end("secret"));
  const { lookup } = countingLookup(["127.0.0.1"]);
  const sender = openSender({ allowedRanges, authorities: trusted, lookup });

  for (let attempt = 0; attempt < 2; attempt += 1) {
    const outcome = await post(sender, `https://${host}:${server.port}/`);
    expect(outcome).toMatchObject({ kind: "failed", reason: "tls", message: expect.stringContaining(named) });
  }
  expect(server.requests).toEqual([]);
});

test("a receiver that does not speak TLS is a failure", async () => {
  const server = await startLocalServer((_request, response) => response.end());
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, `https://127.0.0.1:${server.port}/`);

  expect(outcome).toMatchObject({ kind: "failed", reason: "tls" });
});
