import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { CallEndings, leavingOf } from "./call-endings.ts";

const app = { close: async () => {} };

afterEach(() => app.close());

interface WaitingRequest {
  readonly socket: Socket;
  readonly ended: Promise<unknown>;
  readonly leaving: AbortSignal;
}

/** Sends a request to a server whose handler waits for the call's ending, and resolves when it does. */
async function sendWaitingRequest(endings: CallEndings): Promise<WaitingRequest> {
  const server = Fastify();
  app.close = () => server.close();
  const received = new Promise<Omit<WaitingRequest, "socket">>((resolve) => {
    server.post("/", async (_, reply) => {
      const signal = endings.endingOf(reply);
      const ended = signal.aborted ? Promise.resolve() : once(signal, "abort");
      resolve({ ended, leaving: leavingOf(reply) });
      await ended;
      return "";
    });
  });
  const { port } = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
  return { socket, ...(await received) };
}

test("a call ends when the client disconnects", async () => {
  const { socket, ended } = await sendWaitingRequest(new CallEndings());

  socket.destroy();

  await ended;
});

test("a client has left when the connection ends, and not when the service stops", async () => {
  const endings = new CallEndings();
  const stopped = await sendWaitingRequest(endings);

  endings.endAll();
  await stopped.ended;
  const hasLeftAtStop = stopped.leaving.aborted;
  stopped.socket.destroy();
  await app.close();
  const left = await sendWaitingRequest(new CallEndings());
  left.socket.destroy();
  await left.ended;

  expect(hasLeftAtStop).toBe(false);
  expect(left.leaving.aborted).toBe(true);
});

test("all calls end when the service stops", async () => {
  const endings = new CallEndings();
  const { socket, ended } = await sendWaitingRequest(endings);

  endings.endAll();

  await ended;
  await once(socket, "data");
});

test("a call that arrives while the service stops has already ended", async () => {
  const endings = new CallEndings();
  endings.endAll();

  const { socket } = await sendWaitingRequest(endings);

  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
});
