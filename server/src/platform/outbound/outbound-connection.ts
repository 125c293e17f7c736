import type { Socket } from "node:net";
import { Client } from "undici";
import { Exchange, type ReceivedAnswer } from "./exchange.ts";
import type { OpenedConnection } from "./guarded-connector.ts";
import type { OutboundRequest } from "./redirected-request.ts";

/** A receiver that does not announce it is assumed to close idle connections after 5 s, as Node's own server does. */
const keepAliveMs = 4_000;
const keepAliveMsMax = 60_000;
/** Otherwise a connection in constant use would keep an address that the name no longer has. */
const lifetimeMs = 300_000;

export interface ExchangeCall {
  readonly answerBytesMax: number;
  readonly signal: AbortSignal;
}

export interface LocatedAnswer extends ReceivedAnswer {
  readonly address: string;
}

/** One connection to an origin, for one request at a time. It never reconnects: that is the caller's decision. */
export class OutboundConnection {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #address: string;
  readonly #openedAt = performance.now();
  #requests = 0;

  constructor(origin: string, opened: OpenedConnection, onClosed: (connection: OutboundConnection) => void) {
    this.#socket = opened.socket;
    this.#address = opened.address;
    this.#client = new Client(origin, {
      // Deferred: otherwise undici would wait forever.
      connect: (_target, callback) => {
        queueMicrotask(() => (this.isOpen ? callback(null, this.#socket) : callback(connectionClosed(), null)));
      },
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMsMax,
      // Each message has its own timeout.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#socket.once("close", () => onClosed(this));
    // undici manages the socket from the first request on, which may never come.
    this.#socket.setTimeout(keepAliveMs, () => this.#socket.destroy());
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  get isUsed(): boolean {
    return this.#requests > 0;
  }

  async exchange(request: OutboundRequest, call: ExchangeCall, onFree: () => void): Promise<LocatedAnswer> {
    const requestsBefore = this.#requests;
    this.#requests += 1;
    this.#socket.setTimeout(0);
    const isOld = performance.now() - this.#openedAt > lifetimeMs;
    const exchange = new Exchange({ ...call, requestsBefore, onFree });
    this.#client.dispatch(
      {
        path: `${request.url.pathname}${request.url.search}`,
        method: request.method,
        headers: request.headers.flat(),
        body: request.body,
        ...(isOld ? { reset: true } : {}),
      },
      exchange,
    );
    return { ...(await exchange.answer), address: this.#address };
  }

  destroy(): void {
    this.#client.destroy(() => {});
    this.#socket.destroy();
  }
}

// As if the other side had closed it, so that the request may use another connection.
function connectionClosed(): Error {
  return Object.assign(new Error("The connection was closed."), { code: "ECONNRESET" });
}
