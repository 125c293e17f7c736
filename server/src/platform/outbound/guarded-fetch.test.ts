import { setTimeout as sleep } from "node:timers/promises";
import * as openid from "openid-client";
import { expect, test } from "vitest";
import { parseAllowedRanges } from "./address-rules.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { startLocalServer, startSocketServer } from "./testing/local-server.ts";

const allowedRanges = parseAllowedRanges("127.0.0.1/32");
const never = new Promise<never>(() => {});

test("the result is the global Response with status, headers and body", async () => {
  const server = await startLocalServer((_request, response) => {
    response.writeHead(
      418,
      "I'm a teapot",
      [
        ["content-type", "application/json"],
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
        ["x-name", "é"],
      ].flat(),
    );
    response.end('{"tea":true}');
  });
  const guardedFetch = createGuardedFetch({ allowedRanges });

  const answer = await guardedFetch(new URL("/pot?size=1#lid", server.url));

  expect(answer).toBeInstanceOf(Response);
  expect(answer).toMatchObject({ status: 418, statusText: "I'm a teapot", ok: false });
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await answer.json()).toEqual({ tea: true });
  expect(server.requests[0]).toMatchObject({ method: "GET", path: "/pot?size=1" });
});

test("a header in raw UTF-8 arrives byte for byte", async () => {
  const port = await startSocketServer((socket) =>
    socket.end("HTTP/1.1 200 茶\r\nX-Name: 茶\r\nContent-Length: 0\r\n\r\n"),
  );
  const guardedFetch = createGuardedFetch({ allowedRanges });

  const answer = await guardedFetch(`http://127.0.0.1:${port}/`);

  expect(Buffer.from(answer.headers.get("x-name") ?? "", "latin1").toString("utf8")).toBe("茶");
});

const bytes = new TextEncoder().encode("a=b");

test.each([
  ["string", "a=b", "text/plain;charset=UTF-8"],
  ["URLSearchParams", new URLSearchParams("a=b"), "application/x-www-form-urlencoded;charset=UTF-8"],
  ["Uint8Array", bytes, undefined],
  ["ArrayBuffer", bytes.buffer, undefined],
  ["ReadableStream", new Blob(["a=b"]).stream(), undefined],
])("a body of the kind %s is sent with its standard content type", async (_kind, body, contentType) => {
  const server = await startLocalServer((_request, response) => response.end());
  const guardedFetch = createGuardedFetch({ allowedRanges });

  await guardedFetch(server.url, { method: "POST", body, headers: { "content-length": "999" } });

  expect(server.requests[0]).toMatchObject({ method: "POST", body: "a=b" });
  expect(server.requests[0]?.headers["content-type"]).toBe(contentType);
  expect(server.requests[0]?.headers["content-length"]).toBe("3");
});

test.each([
  ["GET", 204],
  ["GET", 304],
  ["HEAD", 200],
])("%s with status %d has no body", async (method, status) => {
  const server = await startLocalServer((_request, response) => response.writeHead(status).end());
  const guardedFetch = createGuardedFetch({ allowedRanges });

  const answer = await guardedFetch(server.url, { method });

  expect(answer.status).toBe(status);
  expect(answer.body).toBeNull();
});

test("a status outside the standard is an error and closes the connection", async () => {
  let isClosed = false;
  const port = await startSocketServer((socket) => {
    socket.on("close", () => {
      isClosed = true;
    });
    socket.write("HTTP/1.1 999 No\r\nContent-Length: 100\r\n\r\nx");
  });
  const guardedFetch = createGuardedFetch({ allowedRanges });

  await expect(guardedFetch(`http://127.0.0.1:${port}/`)).rejects.toThrow(RangeError);

  await expect.poll(() => isClosed).toBe(true);
});

test.each([
  ["of a known length", { "content-length": "11" }],
  ["in chunks", {}],
])("a response %s beyond the limit shows its status and fails when read", async (_case, headers) => {
  const server = await startLocalServer((_request, response) => response.writeHead(200, headers).end("12345678901"));
  const guardedFetch = createGuardedFetch({ allowedRanges, answerBytesMax: 10 });

  const answer = await guardedFetch(server.url);
  await sleep(20);

  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow("exceeded max size");
});

test("responses at the limit are read in full, one after the other on one connection", async () => {
  const server = await startLocalServer((_request, response) => response.end("1234567890"));
  const guardedFetch = createGuardedFetch({ allowedRanges, answerBytesMax: 10 });

  const first = await (await guardedFetch(server.url)).text();
  const second = await (await guardedFetch(server.url)).text();

  expect([first, second]).toEqual(["1234567890", "1234567890"]);
});

test("an endless response is cut at 1 MiB by default", async () => {
  const server = await startLocalServer((_request, response) => {
    const pour = () => {
      while (response.write("x".repeat(65_536)));
    };
    response.on("drain", pour);
    pour();
  });
  const guardedFetch = createGuardedFetch({ allowedRanges });
  const answer = await guardedFetch(server.url);
  let read = 0;

  const reading = async () => {
    for await (const chunk of answer.body ?? []) read += chunk.length;
  };

  await expect(reading()).rejects.toThrow("exceeded max size");
  expect(read).toBeGreaterThan(900_000);
  expect(read).toBeLessThanOrEqual(1_048_576);
});

test("a compressed response is not requested", async () => {
  const server = await startLocalServer((_request, response) => response.end());
  const guardedFetch = createGuardedFetch({ allowedRanges });

  await guardedFetch(server.url, { headers: { "accept-encoding": "gzip, br" } });

  expect(server.requests[0]?.headers["accept-encoding"]).toBe("identity");
});

test("a response that breaks off fails when read", async () => {
  const port = await startSocketServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    setTimeout(() => socket.destroy(), 20);
  });
  const guardedFetch = createGuardedFetch({ allowedRanges });

  const answer = await guardedFetch(`http://127.0.0.1:${port}/`);
  await sleep(50);

  await expect(answer.text()).rejects.toThrow();
});

test("a body that is canceled unread closes the connection", async () => {
  let isClosed = false;
  const server = await startLocalServer((_request, response) => {
    response.on("close", () => {
      isClosed = true;
    });
    response.write("begin");
  });
  const guardedFetch = createGuardedFetch({ allowedRanges });

  const answer = await guardedFetch(server.url);
  await answer.body?.cancel();

  await expect.poll(() => isClosed).toBe(true);
});

test("a server that does not respond times out", async () => {
  const server = await startLocalServer(() => {});
  const guardedFetch = createGuardedFetch({ allowedRanges, timeoutMs: 100 });

  await expect(guardedFetch(server.url)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a resolver that does not respond times out", async () => {
  const guardedFetch = createGuardedFetch({ allowedRanges, timeoutMs: 100, lookup: () => never });

  await expect(guardedFetch("http://hooks.example/")).rejects.toMatchObject({ name: "TimeoutError" });
});

test("the timeout covers a slow body, and all redirects together", async () => {
  const dripping = await startLocalServer((_request, response) => {
    const drip = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(drip));
  });
  const circling = await startLocalServer((_request, response) => {
    setTimeout(() => response.writeHead(302, { location: "/" }).end(), 20);
  });
  const guardedFetch = createGuardedFetch({ allowedRanges, timeoutMs: 200, redirectsMax: 1_000 });

  const answer = await guardedFetch(dripping.url);

  await expect(answer.text()).rejects.toMatchObject({ name: "TimeoutError" });
  await expect(guardedFetch(circling.url)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("an unread response times out without side effects", async () => {
  let isClosed = false;
  const server = await startLocalServer((_request, response) => {
    response.on("close", () => {
      isClosed = true;
    });
    response.write("begin");
  });
  const guardedFetch = createGuardedFetch({ allowedRanges, timeoutMs: 100 });

  await guardedFetch(server.url);

  await expect.poll(() => isClosed).toBe(true);
});

test("the caller's signal ends a call before it starts, during name resolution, and while the body is read", async () => {
  const server = await startLocalServer((_request, response) => response.write("begin"));
  const guardedFetch = createGuardedFetch({ allowedRanges, lookup: () => never });
  const controller = new AbortController();
  const { signal } = controller;

  const resolving = guardedFetch("http://hooks.example/", { signal });
  const reading = (await guardedFetch(server.url, { signal })).text();
  controller.abort(new Error("shutting down"));

  await expect(resolving).rejects.toThrow("shutting down");
  await expect(reading).rejects.toThrow("shutting down");
  await expect(guardedFetch(server.url, { signal })).rejects.toThrow("shutting down");
  expect(server.requests).toHaveLength(1);
});

test("openid-client discovers a provider and requests a token from it", async () => {
  const server = await startLocalServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const discovery = { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` };
    const token = { access_token: "secret", token_type: "bearer" };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(request.method === "POST" ? token : discovery));
  });
  const guardedFetch = createGuardedFetch({ allowedRanges });

  const config = await openid.discovery(new URL(server.url), "client", "secret", undefined, {
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: guardedFetch,
  });
  const tokens = await openid.clientCredentialsGrant(config);

  expect(tokens.access_token).toBe("secret");
  expect(server.requests[1]?.body).toContain("grant_type=client_credentials");
});
