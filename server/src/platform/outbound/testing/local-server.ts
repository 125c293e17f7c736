import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { testCertificate } from "./test-certificate.ts";

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface LocalServer {
  readonly port: number;
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** The sockets of all connections ever made to it. */
  readonly sockets: readonly Socket[];
}

/** An HTTP server on loopback that records each request before it responds, until the test ends. */
export async function startLocalServer(answer: RequestListener, port = 0): Promise<LocalServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(noting(requests, answer));
  const sockets = await listen(server, "127.0.0.1", port);
  return { port: portOf(server), url: `http://127.0.0.1:${portOf(server)}`, requests, sockets };
}

/** The same over TLS, for the host localhost: its certificate is trusted by clients that use testCertificate. */
export async function startTlsServer(answer: RequestListener): Promise<LocalServer> {
  const requests: ReceivedRequest[] = [];
  const server = createTlsServer(testCertificate, noting(requests, answer));
  const sockets = await listen(server, "127.0.0.1", 0);
  return { port: portOf(server), url: `https://localhost:${portOf(server)}`, requests, sockets };
}

/** A TCP server on loopback, for output that no HTTP server would send, until the test ends. Returns its port. */
export async function startSocketServer(connected: (socket: Socket) => void): Promise<number> {
  const server = createSocketServer(connected);
  await listen(server, "127.0.0.1", 0);
  return portOf(server);
}

/** Listens until the test ends, and collects the connections. */
export async function listen(server: Server, host: string, port: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => {
    sockets.push(socket.on("error", () => {}));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

export function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port.");
  return address.port;
}

function noting(requests: ReceivedRequest[], answer: RequestListener): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    const body = Buffer.concat(chunks).toString();
    requests.push({ method: request.method, path: request.url, headers: request.headers, body });
    answer(request, response);
  };
}
