import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Untyped: a wrong assumption about a message fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

export interface ReceivedMessage {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Json;
}

export type Answer = (message: ReceivedMessage, response: ServerResponse) => void | Promise<void>;

export interface WebhookReceiver {
  /** Example: http://127.0.0.1:40123. */
  readonly address: string;
  /** In the order received. */
  readonly messages: readonly ReceivedMessage[];
  /** Sets the response to future messages. Default: 204. */
  answer(answer: Answer): void;
  close(): Promise<void>;
}

/** A receiver on this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = [];
  let answer: Answer = (_message, response) => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    void readMessage(request).then((message) => {
      messages.push(message);
      return answer(message, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = addressOf(server.address());
  return {
    address: `http://127.0.0.1:${port}`,
    messages,
    answer(next) {
      answer = next;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Always responds with the status. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}, body = ""): Answer {
  return (_message, response) => void response.writeHead(code, headers).end(body);
}

async function readMessage(request: IncomingMessage): Promise<ReceivedMessage> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { path: request.url ?? "", headers, text, body: JSON.parse(text) };
}

function addressOf(bound: AddressInfo | string | null): AddressInfo {
  if (bound === null || typeof bound === "string") {
    throw new Error("a server on a port has an address with one");
  }
  return bound;
}
