import { ApiError, noAnswer, notFromWeft, readRefusal } from "./api-error.ts";
import { type HeaderFields, noProof, type Proof } from "./credentials.ts";
import { type Hooks, sentRequest } from "./hooks.ts";
import type { CallOptions, RawRequest, RequestBody } from "./operation-call.ts";
import { Pacer } from "./pacer.ts";
import { isLost, retriesDefault, withRetries } from "./retry.ts";
import { type Deadline, deadlineIn, endedBy, isTimeLimit, remainingMs } from "./time-limit.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface TransportOptions {
  readonly baseUrl: string;
  /** Default: calls without credentials. */
  readonly proof?: Proof;
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly retries: number | undefined;
  readonly maxConcurrency: number;
  readonly hooks: Hooks;
}

/** The options of a call while it is made. */
interface Attempt extends CallOptions {
  readonly deadline: Deadline | undefined;
}

/** Sends requests with credentials, retries where useful, and converts error responses to errors. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #proof: Proof;
  readonly #pacer: Pacer;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#proof = options.proof ?? noProof;
    this.#pacer = new Pacer(options.maxConcurrency);
  }

  async send(request: RawRequest, options: CallOptions = {}): Promise<Response> {
    const isRepeatable = request.isRepeatable ?? (request.method !== "POST" && options.ifMatch === undefined);
    const deadline = deadlineIn(options.deadlineMs ?? this.#options.deadlineMs);
    let mayBeDone = false;
    const attempt = async () => {
      try {
        return await this.#attempt(request, { ...options, deadline });
      } catch (error) {
        // After a lost response the delete has already been done.
        if (mayBeDone && request.method === "DELETE" && isMissing(error)) return new Response(null, { status: 204 });
        mayBeDone ||= isLost(error);
        throw error;
      }
    };
    return withRetries(attempt, {
      retries: options.retries ?? this.#options.retries ?? retriesDefault,
      isRepeatable: isRepeatable || options.idempotencyKey !== undefined,
      signal: options.signal,
      deadline,
      onRetry: (retry) => this.#options.hooks.onRetry?.({ ...sentRequest(request), ...retry }),
    });
  }

  async #attempt(request: RawRequest, options: Attempt): Promise<Response> {
    const headers = await this.#prove(options);
    const response = await this.#fetch(request, options, headers);
    if (response.status === 401 && this.#proof.renew(headers)) {
      return accepted(request, await this.#fetch(request, options, await this.#prove(options)));
    }
    return accepted(request, response);
  }

  /** A sign-in is shared by calls; each waits for it with its own timeout, without aborting it for the others. */
  async #prove(options: Attempt): Promise<HeaderFields> {
    options.signal?.throwIfAborted();
    const ending = endedBy(options.signal, this.#timeoutMs(options));
    try {
      return await Promise.race([this.#proof.headers(), rejectedBy(ending.signal)]);
    } catch (error) {
      throw ending.signal.aborted ? this.#explain(error, ending.signal, options) : error;
    } finally {
      ending.stopClock();
      ending.letGo();
    }
  }

  async #fetch(request: RawRequest, options: Attempt, proven: HeaderFields): Promise<Response> {
    const { userAgent, hooks } = this.#options;
    // An invalid header value is a programming error, not a network error.
    const headers = new Headers({ ...agentHeader(userAgent), ...proven, ...conditions(options), ...request.headers });
    const leave = await this.#enter(request, options);
    try {
      const sent = sentRequest(request);
      hooks.onRequest?.(sent);
      const begunOnMs = Date.now();
      const response = await this.#receive(request, options, headers);
      this.#pacer.learn(response);
      const requestId = response.headers.get("x-request-id") ?? undefined;
      hooks.onResponse?.({ ...sent, status: response.status, requestId, durationMs: Date.now() - begunOnMs });
      return response;
    } finally {
      leave();
    }
  }

  /** Waits until the rate limit and maxConcurrency allow another request; the timeout of the attempt starts after it. */
  async #enter({ isHeld = false }: RawRequest, { signal, deadline }: Attempt): Promise<() => void> {
    const ending = endedBy(signal, deadline === undefined ? 0 : remainingMs(deadline));
    try {
      return await this.#pacer.enter(isHeld, ending.signal);
    } catch (error) {
      signal?.throwIfAborted();
      const detail = `The call was not sent within the deadline of ${deadline?.deadlineMs} ms: other calls of this client came first.`;
      throw noAnswer("timed-out", detail, error);
    } finally {
      ending.stopClock();
      ending.letGo();
    }
  }

  async #receive(request: RawRequest, options: Attempt, headers: Headers): Promise<Response> {
    const { baseUrl, fetch } = this.#options;
    const ending = endedBy(options.signal, this.#timeoutMs(options));
    const init = {
      method: request.method,
      headers,
      signal: ending.signal,
      // Credentials must not be sent elsewhere, and fetch would include the key.
      redirect: "manual" as const,
      ...writeBody(request.body),
    };
    try {
      const response = await fetch(baseUrl + request.path, init);
      if (request.isWhole !== true && response.ok) {
        return options.signal === undefined ? response : notifyAtEnd(response, ending.letGo);
      }
      // A response that must be read completely counts when its last byte has arrived.
      const whole = await readWhole(response);
      ending.letGo();
      return whole;
    } catch (error) {
      ending.letGo();
      throw this.#explain(error, ending.signal, options);
    } finally {
      ending.stopClock();
    }
  }

  /** Of an attempt: not beyond the deadline. */
  #timeoutMs({ timeoutMs = this.#options.timeoutMs, deadline }: Attempt): number {
    if (deadline === undefined) return timeoutMs;
    return isTimeLimit(timeoutMs) ? Math.min(timeoutMs, remainingMs(deadline)) : remainingMs(deadline);
  }

  /** The reason why there is no response. An abort is passed on unchanged. */
  #explain(error: unknown, ended: AbortSignal, options: Attempt): unknown {
    const { baseUrl, timeoutMs } = this.#options;
    options.signal?.throwIfAborted();
    if (ended.aborted) {
      const { deadline } = options;
      const isOver = deadline !== undefined && Date.now() >= deadline.endsOnMs;
      const limit = isOver ? `the deadline of ${deadline.deadlineMs} ms` : `${options.timeoutMs ?? timeoutMs} ms`;
      return noAnswer("timed-out", `${baseUrl} did not respond within ${limit}.`, error);
    }
    const detail = `${baseUrl} cannot be reached (${reasonOf(error)}). Is the service running there?`;
    return noAnswer("unreachable", detail, error);
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}

async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response;
  // A redirect that a browser hides has the status 0, which a new Response does not accept.
  if (response.body === null || status === 0) return response;
  const bytes = await response.arrayBuffer();
  // Some statuses must not have a body, and browsers give them an empty one.
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
}

/** 304 is a success for a caller that requested it. */
async function accepted({ takesJsonRefusals }: RawRequest, response: Response): Promise<Response> {
  const isPlainJson = /^application\/json\b/.test(response.headers.get("content-type") ?? "");
  if (response.ok || response.status === 304 || (takesJsonRefusals === true && isPlainJson)) {
    return response;
  }
  throw await readRefusal(response);
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function conditions({ idempotencyKey, ifMatch, changeSetId }: CallOptions): Record<string, string> {
  return {
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    ...(ifMatch === undefined ? {} : { "If-Match": `"${ifMatch}"` }),
    ...(changeSetId === undefined ? {} : { "Change-Set-Id": changeSetId }),
  };
}

/** A browser identifies itself; the header would only cause a preflight request. */
function agentHeader(userAgent: string): Record<string, string> {
  const isBrowser = "document" in globalThis || "WorkerGlobalScope" in globalThis;
  return isBrowser ? {} : { "User-Agent": userAgent };
}

function writeBody(body: RequestBody | undefined): RequestInit {
  if (body === undefined) return {};
  // Required for a stream; the types of some runtimes do not have it yet.
  return typeof body === "function" ? { body: body(), ...{ duplex: "half" } } : { body };
}

/** Fetch hides the reason of a connection error in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error) {
    return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
  }
  return String(cause);
}

/** Parses the JSON of a success response; anything else did not come from the service. The contract guarantees its shape. */
export async function readJson<Body>(response: Response): Promise<Body> {
  const text = await response.text();
  try {
    if (text === "" && response.status === 204) return JSON.parse("null") ?? undefined;
    return JSON.parse(text);
  } catch (cause) {
    const detail = "The response is not JSON. Check the base URL; it ends in /api.";
    throw new ApiError({ ...notFromWeft, status: response.status, detail }, { headers: response.headers, cause });
  }
}

/** The same response; signals when its body was read to the end, was interrupted, or is no longer read. */
function notifyAtEnd(response: Response, onEnd: () => void): Response {
  const { status, statusText, headers } = response;
  const reader = response.body?.getReader();
  if (reader === undefined) {
    onEnd();
    return response;
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await reader.read().catch((error: unknown) => {
          onEnd();
          throw error;
        });
        if (chunk.done) {
          onEnd();
          controller.close();
        } else {
          controller.enqueue(chunk.value);
        }
      },
      cancel(reason) {
        onEnd();
        return reader.cancel(reason);
      },
    },
    // Nothing is read before it is requested.
    { highWaterMark: 0 },
  );
  return new Response(body, { status, statusText, headers });
}
