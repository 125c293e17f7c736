import type { Dispatcher } from "undici";
import { isClosedConnection } from "./explain-failure.ts";

export interface ReceivedAnswer {
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
export class CrossedClose extends Error {}

// A close of an idle connection that crossed our request is seen within a round trip. After that, the receiver has the
// request.
const crossingMsMax = 1_000;

/** One request and its response, as undici reports them. */
export class Exchange implements Dispatcher.DispatchHandler {
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
    this.#fail(isCrossed ? new CrossedClose("The connection was closed while idle.", { cause: error }) : error);
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
