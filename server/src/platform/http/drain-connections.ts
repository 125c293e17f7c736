import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

export interface ConnectionDrain {
  /** From now on each response closes its connection, so that clients and balancers open their next one elsewhere. */
  begin(): void;
}

const calmTurns = 20;
const acceptMsMax = 1_000;
const silentMsMax = 1_000;

/**
 * Lets the server stop without losing a request: connections close with a response, the listener when no connection
 * waits to be accepted, and then the connections on which no request arrives.
 */
export function drainConnections(app: FastifyInstance): ConnectionDrain {
  const { server } = app;
  const silent = watchSilentConnections(server);
  app.addHook("preClose", async () => {
    await acceptAll(server);
    // Here, because Fastify would do it some turns later.
    server.close();
    setTimeout(() => silent.forEach((socket) => void socket.destroy()), silentMsMax).unref();
  });
  return {
    begin: () => void server.prependListener("request", closeAfterResponse),
  };
}

function closeAfterResponse(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("connection", "close");
}

/** Connections without a request, such as those that browsers open in advance. Node does not count them as idle. */
function watchSilentConnections(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  const watch = (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  };
  // A TLS server emits both; requests belong to the second.
  server.on("setSecureContext" in server ? "secureConnection" : "connection", watch);
  server.on("request", ({ socket }: IncomingMessage) => silent.delete(socket));
  return silent;
}

/**
 * The kernel resets connections that wait to be accepted when the listener closes, and Node accepts one in each turn of
 * the event loop. New ones therefore stay outside: they are refused a moment later, before their request is sent. Those
 * that wait are accepted, until none comes in several turns.
 */
async function acceptAll(server: Server): Promise<void> {
  let turnsWithout = 0;
  const onConnection = () => {
    turnsWithout = 0;
  };
  server.on("connection", onConnection);
  shortenQueue(server);
  const deadline = performance.now() + acceptMsMax;
  while (turnsWithout < calmTurns && performance.now() < deadline) {
    turnsWithout += 1;
    await nextTurn();
  }
  server.off("connection", onConnection);
}

/** A listener may listen again with another length of its queue. Node has this on the handle of the server only. */
function shortenQueue(server: Server): void {
  const handle: unknown = Reflect.get(server, "_handle");
  if (canListen(handle)) {
    handle.listen(0);
  }
}

function canListen(handle: unknown): handle is { listen(backlog: number): number } {
  return typeof handle === "object" && handle !== null && "listen" in handle && typeof handle.listen === "function";
}
