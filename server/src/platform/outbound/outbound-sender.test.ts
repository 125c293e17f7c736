import { expect, test } from "vitest";
import { waitUntil } from "../../testing/wait-until.ts";
import { parseAllowedRanges } from "./address-rules.ts";
import { startLocalServer } from "./testing/local-server.ts";
import { openSender, post, textOf } from "./testing/send-message.ts";

const allowedRanges = parseAllowedRanges("127.0.0.1/32");

test("a response has its status, headers, body, address and duration", async () => {
  const server = await startLocalServer((_request, response) => {
    response.writeHead(418, ["X-Tea", "green", "Set-Cookie", "a=1", "Set-Cookie", "b=2", "__proto__", "x"]);
    response.end("short and stout");
  });
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, `${server.url}/pot?size=1#lid`);

  expect(outcome).toMatchObject({ kind: "answered", status: 418, isCut: false, address: "127.0.0.1" });
  expect(outcome).toMatchObject({ headers: { "x-tea": "green", "set-cookie": "a=1, b=2" } });
  expect(textOf(outcome)).toBe("short and stout");
  expect(outcome.durationMs).toBeGreaterThan(0);
  expect(server.requests[0]).toMatchObject({ method: "POST", path: "/pot?size=1", body: "{}" });
});

test.each([
  ["text", "grün", "grün"],
  ["bytes", new TextEncoder().encode("grün"), "grün"],
  ["nothing", undefined, ""],
  ["empty text", "", ""],
])("a body of %s is sent unchanged", async (_kind, body, received) => {
  const server = await startLocalServer((_request, response) => response.end());
  const sender = openSender({ allowedRanges });

  await post(sender, server.url, { body });

  expect(server.requests[0]?.body).toBe(received);
  expect(server.requests[0]?.headers["content-length"]).toBe(String(Buffer.byteLength(received)));
});

test.each(["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "patch"])("the method %s is sent", async (method) => {
  const server = await startLocalServer((_request, response) => response.end());
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, server.url, { method, body: undefined });

  expect(outcome).toMatchObject({ kind: "answered", status: 200 });
  expect(server.requests[0]?.method).toBe(method.toUpperCase());
});

test("headers are sent as given, the later of two spellings, and no compressed response is requested", async () => {
  const server = await startLocalServer((_request, response) => response.end());
  const sender = openSender({ allowedRanges });
  const headers = { "X-Key": "old", "x-key": "new", "X-Name": "é", "Accept-Encoding": "gzip" };

  await post(sender, server.url, { headers });

  expect(server.requests[0]?.headers).toMatchObject({ "x-key": "new", "x-name": "é", "accept-encoding": "identity" });
  expect(server.requests[0]?.headers).not.toHaveProperty("traceparent");
});

test.each([
  [{ method: "CONNECT" }, "methods"],
  [{ method: "TRACE" }, "methods"],
  [{ method: "GET / HTTP/1.1\r\nX: y" }, "methods"],
  [{ headers: { host: "internal.example" } }, "host"],
  [{ headers: { "Content-Length": "3" } }, "Content-Length"],
  [{ headers: { "x-a": "b\r\nx-c: d" } }, "x-a"],
  [{ headers: { "bad name": "x" } }, "bad name"],
])("a message that is not valid HTTP fails before it is sent: %j", async (other, named) => {
  const server = await startLocalServer((_request, response) => response.end());
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, server.url, other);

  expect(outcome).toMatchObject({ kind: "failed", reason: "message", message: expect.stringContaining(named) });
  expect(server.sockets).toEqual([]);
});

test("one connection carries consecutive messages", async () => {
  const server = await startLocalServer((_request, response) => response.end());
  const sender = openSender({ allowedRanges });

  for (let sent = 0; sent < 20; sent += 1) await post(sender, server.url);

  expect(server.requests).toHaveLength(20);
  expect(server.sockets).toHaveLength(1);
});

test("a receiver gets 32 connections at most, and the other messages wait for them", async () => {
  const server = await startLocalServer((_request, response) => setTimeout(() => response.end(), 5));
  const sender = openSender({ allowedRanges });

  const outcomes = await Promise.all(Array.from({ length: 200 }, () => post(sender, server.url)));

  expect(outcomes.filter(({ kind }) => kind !== "answered")).toEqual([]);
  expect(server.sockets).toHaveLength(32);
});

test("a receiver that occupies all its connections does not delay others", async () => {
  const held = await startLocalServer(() => {});
  const quick = await startLocalServer((_request, response) => response.end("quick"));
  const sender = openSender({ allowedRanges });
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = Array.from({ length: 100 }, () => post(sender, held.url, { signal }));
  await waitUntil("all connections are taken", () => held.requests.length === 32);

  const outcome = await post(sender, quick.url);
  controller.abort();

  expect(textOf(outcome)).toBe("quick");
  expect(outcome.durationMs).toBeLessThan(8_000);
  for (const other of await Promise.all(waiting)) expect(other).toMatchObject({ kind: "failed", reason: "aborted" });
});

test("a message for which no connection becomes free in time fails as busy, and the others continue waiting", async () => {
  const server = await startLocalServer((request, response) => {
    if (request.url === "/quick") response.end("quick");
  });
  const sender = openSender({ allowedRanges });
  const controller = new AbortController();
  const taking = Array.from({ length: 32 }, () => post(sender, server.url, { signal: controller.signal }));
  await waitUntil("all connections are taken", () => server.requests.length === 32);

  const busy = post(sender, `${server.url}/quick`, { timeoutMs: 20 });
  const second = post(sender, `${server.url}/quick`);

  expect(await busy).toMatchObject({ kind: "failed", reason: "busy" });
  controller.abort();
  expect(textOf(await second)).toBe("quick");
  for (const outcome of await Promise.all(taking)) expect(outcome).toMatchObject({ reason: "aborted" });
});

test("no more than 1,024 messages wait for one receiver", async () => {
  const server = await startLocalServer(() => {});
  const sender = openSender({ allowedRanges });
  const controller = new AbortController();
  const { signal } = controller;
  const sent = Array.from({ length: 32 + 1_024 }, () => post(sender, server.url, { signal }));

  const outcome = await post(sender, server.url);
  controller.abort();
  await Promise.all(sent);

  expect(outcome).toMatchObject({ kind: "failed", reason: "busy" });
  expect(outcome.durationMs).toBeLessThan(8_000);
});

test("by default a redirect is a response", async () => {
  const server = await startLocalServer((_request, response) => {
    response.writeHead(302, { location: "http://10.0.0.1/" }).end("moved");
  });
  const sender = openSender({ allowedRanges });

  const outcome = await post(sender, server.url);

  expect(outcome).toMatchObject({ kind: "answered", status: 302, headers: { location: "http://10.0.0.1/" } });
});

test("redirects are followed up to the limit, and not beyond", async () => {
  const server = await startLocalServer((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end("arrived");
    else response.writeHead(307, { location: `/${left - 1}` }).end();
  });
  const sender = openSender({ allowedRanges });

  const arrived = await post(sender, `${server.url}/3`, { redirectsMax: 3 });
  const lost = await post(sender, `${server.url}/4`, { redirectsMax: 3 });

  expect(textOf(arrived)).toBe("arrived");
  expect(lost).toMatchObject({ kind: "failed", reason: "redirects" });
  expect(server.requests.map(({ body }) => body)).toEqual(Array.from({ length: 8 }, () => "{}"));
});

test("a redirect to another origin is followed without secrets", async () => {
  const second = await startLocalServer((_request, response) => response.end("arrived"));
  const first = await startLocalServer((_request, response) => {
    response.writeHead(307, { location: second.url }).end();
  });
  const sender = openSender({ allowedRanges });
  const headers = { "X-Api-Key": "secret", "webhook-signature": "secret", "Content-Type": "application/json" };

  const outcome = await post(sender, first.url, { headers, redirectsMax: 1 });

  expect(textOf(outcome)).toBe("arrived");
  expect(JSON.stringify(first.requests)).toContain("secret");
  expect(JSON.stringify(second.requests)).not.toContain("secret");
  expect(second.requests[0]).toMatchObject({ body: "{}", headers: { "content-type": "application/json" } });
});

test("the caller's signal cancels a message, before and after it is sent", async () => {
  const server = await startLocalServer(() => {});
  const sender = openSender({ allowedRanges });
  const controller = new AbortController();
  const { signal } = controller;
  const sent = post(sender, server.url, { signal });
  await waitUntil("the message has arrived", () => server.requests.length === 1);

  controller.abort(new Error("shutting down"));

  expect(await sent).toMatchObject({ kind: "failed", reason: "aborted", detail: expect.stringContaining("shutting") });
  expect(await post(sender, server.url, { signal })).toMatchObject({ kind: "failed", reason: "aborted" });
  expect(server.requests).toHaveLength(1);
});

test("a closed sender cancels messages in progress, closes its connections and sends nothing more", async () => {
  const server = await startLocalServer((request, response) => {
    if (request.url === "/quick") response.end();
  });
  const sender = openSender({ allowedRanges });
  await post(sender, `${server.url}/quick`);
  const sent = [post(sender, server.url), post(sender, server.url)];
  await waitUntil("the messages have arrived", () => server.requests.length === 3);

  sender.close();

  for (const outcome of await Promise.all(sent)) expect(outcome).toMatchObject({ kind: "failed", reason: "aborted" });
  expect(await post(sender, server.url)).toMatchObject({ kind: "failed", reason: "aborted" });
  await waitUntil("all connections are closed", () => server.sockets.every(({ destroyed }) => destroyed));
  expect(server.requests).toHaveLength(3);
});
