import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ConnectionDrain, drainConnections } from "./drain-connections.ts";

let app: FastifyInstance;
let drain: ConnectionDrain;
let port: number;

beforeEach(async () => {
  app = Fastify({ forceCloseConnections: "idle", return503OnClosing: false });
  app.get("/", async () => "served");
  drain = drainConnections(app);
  port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
});

afterEach(() => app.close());

async function openConnection(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  await once(socket, "connect");
  return socket;
}

test("responses keep connections open until the drain begins, and close them from then on", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headerOf = async (): Promise<string | undefined> => {
    const answer = await new Promise<IncomingMessage>((resolve) => get({ port, agent }, resolve));
    await text(answer);
    return answer.headers.connection;
  };

  const before = await headerOf();
  drain.begin();
  const after = await headerOf();

  expect([before, after]).toEqual(["keep-alive", "close"]);
});

test("requests on connections that wait to be accepted are answered when the listener closes", async () => {
  // In one turn of the event loop, so that none of them is accepted before the close.
  const sockets = Array.from({ length: 50 }, () => connect(port, "127.0.0.1"));
  const answers = sockets.map((socket) => text(socket.end("GET / HTTP/1.1\r\nHost: x\r\n\r\n")));

  await app.close();

  const statuses = (await Promise.allSettled(answers)).map((answer) =>
    answer.status === "fulfilled" ? answer.value.split("\r\n")[0] : String(answer.reason),
  );
  expect(new Set(statuses)).toEqual(new Set(["HTTP/1.1 200 OK"]));
});

test("a connection without a request does not hold up the close", async () => {
  const socket = await openConnection();

  await app.close();

  expect(socket.destroyed || (await once(socket, "close"))).toBeTruthy();
});

test("a request that arrives on a new connection after the listener has closed is answered", async () => {
  const socket = await openConnection();
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);

  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close/i);
  await closed;
});
