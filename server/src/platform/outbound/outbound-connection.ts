import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import type { OpenedConnection } from "./guarded-connector.ts";
import { isClosedConnection } from "./outbound-error.ts";
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

interface ReceivedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
  readonly isCut: boolean;
}

type AnswerHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

interface ExchangeOptions {
  readonly answerBytesMax: number;
  readonly signal: AbortSignal;
  /** How many requests the connection has carried before. */
  readonly requestsBefore: number;
  /** Called once, when undici is done with the request. */
  readonly onFree: () => void;
}

/** The receiver closed the idle connection while the request was in transit: it may be sent again on another one. */
export class CrossedCloseError extends Error {}

// A close of an idle connection that crossed our request is seen within a round trip. After that, the receiver has the
// request.
const crossingMsMax = 1_000;

/** One request and its response, as undici reports them. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<ReceivedAnswer>;
  readonly #options: ExchangeOptions;
  readonly #giveUp: () => void;
  #resolve: (answer: ReceivedAnswer) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #isSettled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #writtenAt: number | undefined;
  #isAnswerBegun = false;
  #status = 0;
  #headers: AnswerHeaders = {};
  #chunks: Buffer[] = [];
  #bytesLeft: number;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#bytesLeft = options.answerBytesMax;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#giveUp = () => this.#fail(options.signal.reason);
    options.signal.addEventListener("abort", this.#giveUp, { once: true });
    if (options.signal.aborted) this.#giveUp();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#writtenAt = performance.now();
    // Aborted just before.
    if (this.#isSettled) this.#drop();
  }

  onResponseStarted(): void {
    this.#isAnswerBegun = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    // Also called for 1xx, which the final status then replaces.
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, Math.max(0, this.#bytesLeft)));
    this.#bytesLeft -= chunk.length;
    if (this.#bytesLeft >= 0) return;
    this.#succeed();
    this.#drop();
  }

  onResponseEnd(): void {
    this.#succeed();
    this.#setFree();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    const isCrossed = !this.#isAnswerBegun && isClosedConnection(error) && this.#wasIdle();
    this.#fail(isCrossed ? new CrossedCloseError("The connection was closed while idle.", { cause: error }) : error);
    this.#setFree();
  }

  #wasIdle(): boolean {
    if (this.#writtenAt === undefined) return true;
    return this.#options.requestsBefore > 0 && performance.now() - this.#writtenAt < crossingMsMax;
  }

  #succeed(): void {
    // Copied: the chunks are views of larger socket buffers.
    const body = Buffer.concat(this.#chunks);
    this.#settle();
    this.#resolve({ status: this.#status, headers: this.#headers, body, isCut: this.#bytesLeft < 0 });
  }

  #fail(error: unknown): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#reject(error);
    this.#drop();
  }

  #settle(): void {
    this.#isSettled = true;
    this.#chunks = [];
    this.#options.signal.removeEventListener("abort", this.#giveUp);
  }

  // Closes the connection, since nothing else stops a response. undici then reports an error, which is ignored.
  #drop(): void {
    this.#controller?.abort(new Error("The request was aborted."));
  }

  // Deferred: by then undici has closed the connection if it must not carry another request.
  #setFree(): void {
    queueMicrotask(this.#options.onFree);
  }
}
