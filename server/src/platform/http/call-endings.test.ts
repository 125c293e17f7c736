import { once } from "node:events";
import { connect, type Socket } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { CallEndings } from "./call-endings.ts";

const app = { close: async () => {} };

afterEach(() => app.close());

/** Sends a request to a server whose handler waits for the call's ending, and answers that it does. */
async function sendWaitingRequest(endings: CallEndings): Promise<{ socket: Socket; ended: Promise<unknown> }> {
  const server = Fastify();
  app.close = () => server.close();
  const received = new Promise<{ ended: Promise<unknown> }>((resolve) => {
    server.post("/", async (_, reply) => {
      const signal = endings.endingOf(reply);
      const ended = signal.aborted ? Promise.resolve() : once(signal, "abort");
      resolve({ ended });
      await ended;
      return "";
    });
  });
  const { port } = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
  return { socket, ...(await received) };
}

test("a call ends when the caller goes", async () => {
  const { socket, ended } = await sendWaitingRequest(new CallEndings());

  socket.destroy();

  await ended;
});

test("all calls end when the service stops", async () => {
  const endings = new CallEndings();
  const { socket, ended } = await sendWaitingRequest(endings);

  endings.endAll();

  await ended;
  await once(socket, "data");
});

test("a call that comes while the service stops has ended before it begins", async () => {
  const endings = new CallEndings();
  endings.endAll();

  const { socket } = await sendWaitingRequest(endings);

  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
});
