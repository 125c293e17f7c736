import { expect, test } from "vitest";
import { parseAllowedRanges } from "./address-rules.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { OutboundRefusedError } from "./outbound-error.ts";
import { blockedUrls } from "./testing/blocked-urls.ts";
import { countingLookup } from "./testing/counting-lookup.ts";
import { startLocalServer, startSocketServer } from "./testing/local-server.ts";

const loopback = parseAllowedRanges("127.0.0.1/32");

test("every URL of the corpus is rejected, and none reaches the server or a resolver", async () => {
  const server = await startLocalServer((_request, response) => response.end("secret"));
  const { lookup, asked } = countingLookup(["127.0.0.1"]);
  const guardedFetch = createGuardedFetch({ allowedRanges: [], lookup });

  for (const [url, reason] of blockedUrls) {
    const call = guardedFetch(url.replace("PORT", String(server.port)));
    await expect(call, url).rejects.toThrow(expect.objectContaining({ name: "OutboundRefusedError", reason }));
  }

  expect(server.requests).toEqual([]);
  expect(asked).toEqual([]);
});

test.each(["localhost", "LOCALHOST"])("%s, resolved by the system, is rejected", async (host) => {
  const server = await startLocalServer((_request, response) => response.end("secret"));
  const guardedFetch = createGuardedFetch({ allowedRanges: [] });

  const call = guardedFetch(`http://${host}:${server.port}/`);

  await expect(call).rejects.toThrow(OutboundRefusedError);
  expect(server.requests).toEqual([]);
});

test.each(["hooks.example.", "localhost.", "127.0.0.1.nip.io", "127.0.0.1.."])(
  "the host %s is resolved as a name, and rejected for its address",
  async (host) => {
    const { lookup, asked } = countingLookup(["127.0.0.1"]);
    const guardedFetch = createGuardedFetch({ allowedRanges: [], lookup });

    await expect(guardedFetch(`http://${host}/`)).rejects.toThrow(OutboundRefusedError);

    expect(asked).toEqual([host]);
  },
);

test.each([
  [["127.0.0.1"]],
  [["10.0.0.1"]],
  [["169.254.169.254"]],
  [["0.0.0.0"]],
  [["168.63.129.16"]],
  [["::1"]],
  [["::"]],
  [["fe80::1%eth0"]],
  [["fd00:ec2::254"]],
  [["::ffff:127.0.0.1"]],
  [["::127.0.0.1"]],
  [["64:ff9b::7f00:1"]],
  [["2002:7f00:1::"]],
  [["8.8.8.8", "127.0.0.1"]],
  [["127.0.0.1", "8.8.8.8"]],
  [["2606:4700::1111", "8.8.8.8", "10.0.0.1"]],
  [["not an address"]],
])("a name that resolves to %j is rejected", async (addresses) => {
  const server = await startLocalServer((_request, response) => response.end("secret"));
  const { lookup, asked } = countingLookup(addresses);
  const guardedFetch = createGuardedFetch({ allowedRanges: [], lookup });

  const call = guardedFetch(`http://hooks.example:${server.port}/`);

  await expect(call).rejects.toThrow(expect.objectContaining({ name: "OutboundRefusedError", reason: "address" }));
  expect(asked).toEqual(["hooks.example"]);
  expect(server.requests).toEqual([]);
});

test.each(["http", "https"])(
  "over %s the error contains the host, and the address only in its cause",
  async (scheme) => {
    const { lookup } = countingLookup(["10.11.12.13"]);
    const guardedFetch = createGuardedFetch({ allowedRanges: [], lookup });

    const refusal = await guardedFetch(`${scheme}://hooks.example/`).catch((error: Error) => error);

    expect(refusal).toBeInstanceOf(OutboundRefusedError);
    expect(String(refusal)).toContain("hooks.example");
    expect(String(refusal)).not.toContain("10.11.12.13");
    expect(refusal).toMatchObject({ cause: { message: expect.stringContaining("10.11.12.13") } });
  },
);

test("an allowed range allows its own addresses and no others", async () => {
  const server = await startLocalServer((_request, response) => response.end("reached"));
  const guardedFetch = createGuardedFetch({ allowedRanges: loopback });

  const answer = await guardedFetch(server.url);

  expect(await answer.text()).toBe("reached");
  for (const host of ["127.0.0.2", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "10.0.0.1"]) {
    await expect(guardedFetch(`http://${host}:${server.port}/`), host).rejects.toThrow(OutboundRefusedError);
  }
  expect(server.requests).toHaveLength(1);
});

test("a rebound name reaches the checked address after one lookup, and is rejected at the next connection", async () => {
  const server = await startLocalServer((_request, response) => response.end("reached"));
  const { lookup, asked } = countingLookup(["127.0.0.1"], ["10.0.0.1"]);
  const guardedFetch = createGuardedFetch({ allowedRanges: loopback, lookup });
  const url = `http://hooks.example:${server.port}/`;

  const answer = await guardedFetch(url, { headers: { connection: "close" } });

  expect(await answer.text()).toBe("reached");
  expect(asked).toEqual(["hooks.example"]);
  expect(server.requests[0]?.headers.host).toBe(`hooks.example:${server.port}`);
  await expect(guardedFetch(url)).rejects.toThrow(OutboundRefusedError);
  expect(asked).toEqual(["hooks.example", "hooks.example"]);
  expect(server.requests).toHaveLength(1);
});

test("an address that does not respond is replaced by the next one without another lookup", async () => {
  const server = await startLocalServer((_request, response) => response.end("reached"));
  const { lookup, asked } = countingLookup(["::1", "127.0.0.1"]);
  const guardedFetch = createGuardedFetch({ allowedRanges: parseAllowedRanges("127.0.0.1/32,::1/128"), lookup });

  const answer = await guardedFetch(`http://hooks.example:${server.port}/`);

  expect(await answer.text()).toBe("reached");
  expect(asked).toHaveLength(1);
});

test("TLS verifies the host name at the pinned address, with any Host header", async () => {
  let greeting = "";
  const port = await startSocketServer((socket) =>
    socket.once("data", (bytes) => {
      greeting = bytes.toString("latin1");
      socket.destroy();
    }),
  );
  const { lookup, asked } = countingLookup(["127.0.0.1"]);
  const guardedFetch = createGuardedFetch({ allowedRanges: loopback, lookup });

  const call = guardedFetch(`https://hooks.example:${port}/`, { headers: { Host: "internal.example" } });

  await expect(call).rejects.not.toBeInstanceOf(OutboundRefusedError);
  expect(greeting).toContain("hooks.example");
  expect(greeting).not.toContain("internal.example");
  expect(asked).toEqual(["hooks.example"]);
});

test.each([
  ["a name without addresses", []],
  ["a closed port", ["127.0.0.1"]],
])("%s is an ordinary error", async (_case, addresses) => {
  const guardedFetch = createGuardedFetch({ allowedRanges: loopback, lookup: countingLookup(addresses).lookup });

  const error = await guardedFetch("http://hooks.example:1/").catch((reason: Error) => reason);

  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(OutboundRefusedError);
});

test("a resolver that fails is an ordinary error", async () => {
  const lookup = () => Promise.reject(new Error("resolver is down"));
  const guardedFetch = createGuardedFetch({ allowedRanges: [], lookup });

  await expect(guardedFetch("http://hooks.example/")).rejects.toMatchObject({
    reason: "dns",
    cause: { message: "resolver is down" },
  });
});
