import { ApiError, noAnswer, notFromWeft, readRefusal } from "./api-error.ts";
import { type HeaderFields, noProof, type Proof } from "./credentials.ts";
import type { CallOptions, RawRequest, RequestBody } from "./operation-call.ts";
import { isLost, retriesDefault, withRetries } from "./retry.ts";
import { isTimeLimit } from "./time-limit.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface TransportOptions {
  readonly baseUrl: string;
  /** Default: calls without credentials. */
  readonly proof?: Proof;
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly retries: number | undefined;
}

/** Sends requests with credentials, retries where useful, and converts error responses to errors. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #proof: Proof;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#proof = options.proof ?? noProof;
  }

  async send(request: RawRequest, options: CallOptions = {}): Promise<Response> {
    const isRepeatable = request.isRepeatable ?? (request.method !== "POST" && options.ifMatch === undefined);
    let mayBeDone = false;
    const attempt = async () => {
      try {
        return await this.#attempt(request, options);
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
    });
  }

  async #attempt(request: RawRequest, options: CallOptions): Promise<Response> {
    const headers = await this.#prove(options);
    const response = await this.#fetch(request, options, headers);
    if (response.status === 401 && this.#proof.renew(headers)) {
      return accepted(request, await this.#fetch(request, options, await this.#prove(options)));
    }
    return accepted(request, response);
  }

  /** A sign-in is shared by calls; each waits for it with its own timeout, without aborting it for the others. */
  async #prove(options: CallOptions): Promise<HeaderFields> {
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

  async #fetch(request: RawRequest, options: CallOptions, proven: HeaderFields): Promise<Response> {
    const { baseUrl, fetch, userAgent } = this.#options;
    // An invalid header value is a programming error, not a network error.
    const headers = new Headers({ ...agentHeader(userAgent), ...proven, ...conditions(options), ...request.headers });
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

  #timeoutMs({ timeoutMs }: CallOptions): number {
    return timeoutMs ?? this.#options.timeoutMs;
  }

  /** The reason why there is no response. An abort is passed on unchanged. */
  #explain(error: unknown, ended: AbortSignal, options: CallOptions): unknown {
    const { baseUrl } = this.#options;
    options.signal?.throwIfAborted();
    if (ended.aborted) {
      return noAnswer("timed-out", `${baseUrl} did not respond within ${this.#timeoutMs(options)} ms.`, error);
    }
    const detail = `${baseUrl} cannot be reached (${reasonOf(error)}). Is the service running there?`;
    return noAnswer("unreachable", detail, error);
  }
}

interface Ending {
  readonly signal: AbortSignal;
  stopClock(): void;
  letGo(): void;
}

/**
 * Aborts with the caller's signal or on timeout. AbortSignal.any would leak: each one stays registered with a signal that
 * lives as long as the program; a stream releases it when it has ended.
 */
function endedBy(signal: AbortSignal | undefined, timeoutMs: number): Ending {
  const ending = new AbortController();
  const abort = () => ending.abort(signal?.reason);
  const timer = isTimeLimit(timeoutMs) ? setTimeout(() => ending.abort(), timeoutMs) : undefined;
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return {
    signal: ending.signal,
    stopClock: () => clearTimeout(timer),
    letGo: () => signal?.removeEventListener("abort", abort),
  };
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

function conditions({ idempotencyKey, ifMatch }: CallOptions): Record<string, string> {
  return {
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    ...(ifMatch === undefined ? {} : { "If-Match": `"${ifMatch}"` }),
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
