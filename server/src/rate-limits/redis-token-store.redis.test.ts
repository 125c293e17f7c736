import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { ratePolicy, rateSubject } from "./rate-limiter.ts";
import { describeTokenStore } from "./testing/describe-token-store.ts";
import { openRedisTokenStore, type TokenStore } from "./token-store.ts";

const redisUrl = inject("redisUrl");
const policy = ratePolicy("key", 100);
let store: TokenStore;

beforeAll(async () => {
  store = await openRedisTokenStore(redisUrl);
});

afterAll(async () => {
  await store.close();
});

describeTokenStore("Redis", () => store);

test("a bucket expires when it would be full", async () => {
  const subject = rateSubject("org1", randomUUID());
  const redis = new Redis(redisUrl);

  await store.settle(subject, policy, 50);
  const lifetimeMs = await redis.pttl(`weft:rate:${subject.key}`);
  await vi.waitFor(async () => expect(await redis.exists(`weft:rate:${subject.key}`)).toBe(0), { timeout: 5_000 });
  redis.disconnect();

  expect(lifetimeMs).toBeGreaterThan(0);
  expect(lifetimeMs).toBeLessThanOrEqual(500);
});

test("without Redis the store opens and rejects at once, until Redis is available", async () => {
  const proxy = await startProxy();
  await proxy.stop();
  const early = await openRedisTokenStore(proxy.url);

  await expect(early.settle(rateSubject("org1", "key1"), policy, 1)).rejects.not.toThrow("timed out");
  const started = await startProxy(proxy.port);
  const left = await vi.waitFor(() => early.settle(rateSubject("org1", "key1"), policy, 1), { timeout: 5_000 });

  await early.close();
  await started.stop();
  expect(left).toBeGreaterThan(190);
});

test("a silent Redis is rejected after half a second, and then reconnected", async () => {
  const proxy = await startProxy();
  const cutOff = await openRedisTokenStore(proxy.url);
  proxy.silenceConnections();

  await expect(cutOff.settle(rateSubject("org1", "key1"), policy, 1)).rejects.toThrow("timed out");
  const left = await vi.waitFor(() => cutOff.settle(rateSubject("org1", "key1"), policy, 1), { timeout: 8_000 });

  await cutOff.close();
  await proxy.stop();
  expect(left).toBeGreaterThan(190);
});

test("a store that lost its Redis settles again when it is back", async () => {
  const proxy = await startProxy();
  const subject = rateSubject("org1", randomUUID());
  const restored = await openRedisTokenStore(proxy.url);
  await restored.settle(subject, policy, 1);

  await proxy.stop();
  await expect(restored.settle(subject, policy, 1)).rejects.toThrow();
  const again = await startProxy(proxy.port);
  const left = await vi.waitFor(() => restored.settle(subject, policy, 1), { timeout: 5_000 });

  await restored.close();
  await again.stop();
  expect(left).toBeGreaterThan(190);
});

/** A proxy between a store and Redis, so that a test can interrupt the connection. */
async function startProxy(port = 0) {
  const { hostname, port: redisPort } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(Number(redisPort || 6379), hostname);
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on("error", () => {});
    }
    socket.pipe(upstream).pipe(socket);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const listeningPort = portOf(server);
  return {
    port: listeningPort,
    url: `redis://127.0.0.1:${listeningPort}`,
    silenceConnections() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    async stop() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  expect.assert(address !== null && typeof address === "object");
  return address.port;
}
