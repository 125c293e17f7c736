import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface LocalServer {
  readonly port: number;
  /** On 127.0.0.1. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
}

/** An HTTP server on loopback that notes each request before it answers, until the test is over. */
export async function startLocalServer(answer: RequestListener): Promise<LocalServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    const body = Buffer.concat(chunks).toString();
    requests.push({ method: request.method, path: request.url, headers: request.headers, body });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const port = portOf(server.address());
  return { port, url: `http://127.0.0.1:${port}`, requests };
}

/** A server on loopback below HTTP, for what no HTTP server would send, until the test is over. Returns its port. */
export async function startSocketServer(connected: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = [];
  const server = createSocketServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    connected(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return portOf(server.address());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port.");
  return address.port;
}
