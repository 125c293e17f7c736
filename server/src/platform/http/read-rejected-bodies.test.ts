import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { readRejectedBodies } from "./read-rejected-bodies.ts";

let app: FastifyInstance;
let port: number;

beforeEach(async () => {
  app = Fastify({ bodyLimit: 10, forceCloseConnections: "idle", return503OnClosing: false });
  app.server.keepAliveTimeout = 100;
  app.get("/", async () => "served");
  app.post("/", async () => "stored");
  readRejectedBodies(app);
  port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
});

afterEach(() => app.close());

const bodyBytes = 1_000;

/** A connection whose request was rejected after the first byte of its body. */
async function sendTooMuch(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  onTestFinished(() => void socket.destroy());
  const head = ["POST / HTTP/1.1", "Host: x", "Content-Type: application/json", `Content-Length: ${bodyBytes}`];
  socket.write(`${head.join("\r\n")}\r\n\r\n{`);
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1\.1 413 /);
  return socket;
}

test("the connection serves the next request after the rest of the body", async () => {
  const socket = await sendTooMuch();

  socket.write(`${" ".repeat(bodyBytes - 1)}GET / HTTP/1.1\r\nHost: x\r\n\r\n`);

  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1\.1 200 /);
});

test("the connection is closed if no other request follows, like every other", async () => {
  const socket = await sendTooMuch();

  socket.write(" ".repeat(bodyBytes - 1));

  await once(socket, "close");
});

test("a client that continues to send slowly does not hold up the close", async () => {
  const socket = await sendTooMuch();
  socket.on("error", () => {});
  const sending = setInterval(() => socket.write(" "), 100);
  onTestFinished(() => clearInterval(sending));
  const startedMs = performance.now();

  await app.close();

  expect(performance.now() - startedMs).toBeLessThan(5_000);
});
