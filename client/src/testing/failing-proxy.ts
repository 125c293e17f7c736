import { once } from "node:events";
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The effect of the network on a call. */
export type ErrorText =
  | { readonly kind: "refuse"; readonly status: number; readonly headers?: Texts; readonly body?: string }
  /** The service has processed the request, but the response is lost. */
  | { readonly kind: "swallow-answer" }
  | { readonly kind: "cut-request"; readonly afterBytes: number }
  | { readonly kind: "cut-answer"; readonly afterBytes: number }
  | { readonly kind: "cut-connection" }
  /** The answer stops after so many bytes, and the connection stays. */
  | { readonly kind: "silence"; readonly afterBytes: number };

type Texts = Readonly<Record<string, string>>;

interface SeenCall {
  readonly method: string;
  /** With the query, relative to the server's root. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

type Verdict = ErrorText | undefined;
type Evaluate = (call: SeenCall) => Verdict | Promise<Verdict>;

export interface FailingProxy {
  /** Such as http://127.0.0.1:40123/api. */
  readonly baseUrl: string;
  /** In order of arrival. */
  readonly calls: readonly SeenCall[];
  /** Sets the effect on calls from now on; undefined passes them through. May be asynchronous. */
  evaluate(evaluate: Evaluate): void;
  /** Sets the effects on the next calls, in order. */
  next(...errors: readonly Verdict[]): void;
  close(): Promise<void>;
}

/** A proxy between a client and a service that simulates network errors. */
export async function startFailingProxy(address: string): Promise<FailingProxy> {
  const calls: SeenCall[] = [];
  let evaluate: Evaluate = () => undefined;
  const server = createServer(async (incoming, answer) => {
    const call = { method: incoming.method ?? "", path: incoming.url ?? "", headers: incoming.headers };
    calls.push(call);
    applyFailure(await evaluate(call), { incoming, answer, address });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${portOf(server.address())}/api`,
    calls,
    evaluate(next) {
      evaluate = next;
    },
    next(...errors) {
      const waiting = [...errors];
      evaluate = () => waiting.shift();
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface Passage {
  readonly incoming: IncomingMessage;
  readonly answer: ServerResponse;
  readonly address: string;
}

function applyFailure(error: Verdict, passage: Passage): void {
  const { incoming, answer } = passage;
  switch (error?.kind) {
    case "refuse":
      incoming.resume();
      answer.writeHead(error.status, error.headers ?? {}).end(error.body ?? "");
      return;
    case "cut-connection":
      incoming.socket.destroy();
      return;
    case "cut-request":
      cutRequest(passage, error.afterBytes);
      return;
    case "swallow-answer":
      incoming.pipe(forward(passage, (answered) => answered.resume().once("end", () => incoming.socket.destroy())));
      return;
    case "cut-answer":
      incoming.pipe(
        forward(passage, (answered) => passOn(passage, answered, error.afterBytes, () => answer.destroy())),
      );
      return;
    case "silence":
      incoming.pipe(forward(passage, (answered) => passOn(passage, answered, error.afterBytes, () => {})));
      return;
    case undefined:
      incoming.pipe(forward(passage, (answered) => passOn(passage, answered, Number.POSITIVE_INFINITY, () => {})));
  }
}

function forward({ incoming, answer, address }: Passage, take: (answered: IncomingMessage) => void): ClientRequest {
  const { method, url, headers } = incoming;
  const outgoing = request(`${address}${url}`, { method, headers, agent: false });
  outgoing.on("response", take).on("error", () => answer.destroy());
  incoming.once("close", () => (incoming.complete ? undefined : outgoing.destroy()));
  answer.once("close", () => outgoing.destroy());
  return outgoing;
}

function passOn({ answer }: Passage, answered: IncomingMessage, bytesMax: number, stop: () => void): void {
  answer.writeHead(answered.statusCode ?? 0, answered.headers);
  // Also for a response whose first byte never arrives.
  answer.flushHeaders();
  let left = bytesMax;
  answered.on("error", () => answer.destroy());
  answered.on("end", () => (left > 0 ? answer.end() : undefined));
  answered.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    answer.write(part, left > 0 ? undefined : stop);
    if (left <= 0) answered.destroy();
  });
}

function cutRequest(passage: Passage, bytesMax: number): void {
  const { incoming } = passage;
  const outgoing = forward(passage, () => {});
  let left = bytesMax;
  incoming.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.max(0, left));
    left -= chunk.length;
    outgoing.write(part, left > 0 ? undefined : () => incoming.socket.destroy());
  });
}

function portOf(bound: AddressInfo | string | null): number {
  if (bound === null || typeof bound === "string") {
    throw new Error("The server has no port.");
  }
  return bound.port;
}
