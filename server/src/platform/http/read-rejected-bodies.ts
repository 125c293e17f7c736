import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

const readMsMax = 30_000;
const idleMsMax = 3_000;
// A stop has ten seconds for everything.
const closingMsMax = 1_000;

/**
 * Reads the rest of a body that was answered before its end, and discards it. Closing the connection with unread bytes
 * would reset it, and a client that sends its whole body first would never see why it was rejected.
 */
export function readRejectedBodies(app: FastifyInstance): void {
  const discarding = new Set<FastifyRequest["raw"]>();
  let isClosing = false;
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!request.raw.complete) {
      // Fastify closes the connection when it cannot parse a body.
      reply.removeHeader("connection");
    }
    done(null, payload);
  });
  app.addHook("onResponse", ({ raw }, _reply, done) => {
    // An internal call, such as a tool's, has no connection.
    if (!raw.complete && raw.socket instanceof Socket) {
      discarding.add(raw);
      raw.once("close", () => discarding.delete(raw));
      discardRest(raw, { msMax: isClosing ? closingMsMax : readMsMax, keepAliveMs: app.server.keepAliveTimeout });
    }
    done();
  });
  app.addHook("preClose", (done) => {
    isClosing = true;
    setTimeout(() => discarding.forEach((raw) => void raw.destroy()), closingMsMax).unref();
    done();
  });
}

interface DiscardLimits {
  readonly msMax: number;
  /** How long the connection may then wait for its next request. */
  readonly keepAliveMs: number;
}

function discardRest(raw: FastifyRequest["raw"], { msMax, keepAliveMs }: DiscardLimits): void {
  const cutOff = () => raw.destroy();
  const timer = setTimeout(cutOff, msMax);
  raw.setTimeout(idleMsMax, cutOff);
  const settle = () => {
    clearTimeout(timer);
    raw.off("timeout", cutOff);
    raw.socket.setTimeout(keepAliveMs);
  };
  raw.once("end", settle).once("close", settle);
  raw.unpipe();
  raw.resume();
}
