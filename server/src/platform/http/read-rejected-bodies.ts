import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

const readMsMax = 30_000;
const idleMsMax = 3_000;

/**
 * Reads the rest of a body that was answered before its end, and discards it. Closing the connection with unread bytes
 * would reset it, and a client that sends its whole body first would never see why it was rejected.
 */
export function readRejectedBodies(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!request.raw.complete) {
      // Fastify closes the connection when it cannot parse a body.
      reply.removeHeader("connection");
    }
    done(null, payload);
  });
  app.addHook("onResponse", (request, _reply, done) => {
    // An internal call, such as a tool's, has no connection.
    if (!request.raw.complete && request.raw.socket instanceof Socket) {
      discardRest(request);
    }
    done();
  });
}

function discardRest({ raw }: FastifyRequest): void {
  const cutOff = () => raw.destroy();
  const timer = setTimeout(cutOff, readMsMax);
  raw.setTimeout(idleMsMax, cutOff);
  const settle = () => {
    clearTimeout(timer);
    raw.off("timeout", cutOff);
    raw.socket.setTimeout(0);
  };
  raw.once("end", settle).once("close", settle);
  raw.unpipe();
  raw.resume();
}
