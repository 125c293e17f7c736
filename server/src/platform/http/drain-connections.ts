import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

export interface ConnectionDrain {
  /** From now on each response closes its connection, so that clients and balancers open their next one elsewhere. */
  begin(): void;
}

const quietTurnMsMax = 1;
const quietWaitMsMax = 1_000;
const silentMsMax = 1_000;

/**
 * Lets the server stop without losing a request: connections close with a response, the listener when no connection
 * waits to be accepted, and then the connections on which no request arrives.
 */
export function drainConnections(app: FastifyInstance): ConnectionDrain {
  const { server } = app;
  const silent = watchSilentConnections(server);
  // Registered last, so that the listener closes right after it.
  app.addHook("preClose", async () => {
    await acceptAll(server);
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
 * the event loop. Resolves in a short turn in which none was waiting.
 */
async function acceptAll(server: Server): Promise<void> {
  let hasAccepted = false;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on("connection", onConnection);
  const deadline = performance.now() + quietWaitMsMax;
  await nextTurn(); // The rest of this turn, which may not look for connections.
  for (let began = performance.now(), isQuiet = false; !isQuiet && began < deadline; ) {
    hasAccepted = false;
    await nextTurn();
    const ended = performance.now();
    isQuiet = !hasAccepted && ended - began < quietTurnMsMax;
    began = ended;
  }
  server.off("connection", onConnection);
}
