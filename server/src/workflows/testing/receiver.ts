import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Untyped: a wrong assumption about a request fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Json;
  /** True once the caller has disconnected without waiting for the response. */
  readonly isAborted: boolean;
  readonly isAnswered: boolean;
}

export interface GivenAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Receiver {
  /** Example: http://127.0.0.1:40123. */
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** Sets the response to future calls. */
  answer(give: (call: ReceivedCall) => GivenAnswer | Promise<GivenAnswer>): void;
  close(): Promise<void>;
}

/** An external system that records requests and returns configured responses. Default: 200 with an empty object. */
export async function startReceiver(host = "127.0.0.1"): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  let give: (call: ReceivedCall) => GivenAnswer | Promise<GivenAnswer> = () => ({});
  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString();
    const isJson = request.headers["content-type"]?.includes("json") === true && text !== "";
    const call = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
      isAborted: false,
      isAnswered: false,
    };
    calls.push(call);
    response.once("close", () => {
      call.isAborted = !response.writableEnded;
      call.isAnswered = response.writableEnded;
    });
    const { status = 200, headers = {}, body = {} } = await give(call);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  return {
    url: `http://${host}:${portOf(address)}`,
    calls,
    answer: (next) => {
      give = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
