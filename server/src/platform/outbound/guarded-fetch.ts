import { finished, type Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import { type AllowedRange, checkOutboundUrl, type LookupAddresses } from "./address-rules.ts";
import { startDeadline, untilAborted } from "./deadline.ts";
import { createGuardedConnector } from "./guarded-connector.ts";
import type { OutboundRoute } from "./outbound-route.ts";
import { type OutboundRequest, redirectedRequest, redirectLocation } from "./redirected-request.ts";

interface GuardedFetchOptions extends OutboundRoute {
  readonly allowedRanges: readonly AllowedRange[];
  /** From the call to the last byte of the response, including redirects. */
  readonly timeoutMs?: number;
  /** Reading a response beyond this size fails. */
  readonly answerBytesMax?: number;
  /** With 0, the default, a redirect is a response like any other. */
  readonly redirectsMax?: number;
  /** The name resolver. Default: the system's. */
  readonly lookup?: LookupAddresses;
}

/** The supported part of the Fetch standard's RequestInit. The body is held in memory, even a stream. */
interface GuardedRequestInit {
  readonly method?: string | undefined;
  readonly headers?: Headers | Record<string, string> | [string, string][] | undefined;
  readonly body?: string | ArrayBuffer | Uint8Array | URLSearchParams | ReadableStream | null | undefined;
  /** "manual" returns a redirect unchanged, whatever redirectsMax is. */
  readonly redirect?: "follow" | "manual" | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

export type GuardedFetch = (url: string | URL, init?: GuardedRequestInit) => Promise<Response>;

/** A fetch that reaches only public addresses and the allowed ranges. Throws OutboundRefusedError for anything else. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { allowedRanges, timeoutMs = 10_000, answerBytesMax = 1_048_576, redirectsMax = 0 } = options;
  const agent = new Agent({
    connect: createGuardedConnector({ ...options, timeoutMs }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: answerBytesMax,
  });
  return async (url, init = {}) => {
    const deadline = startDeadline(timeoutMs, init.signal);
    try {
      const { signal } = deadline;
      const call = { agent, allowedRanges, signal, redirectsMax: init.redirect === "manual" ? 0 : redirectsMax };
      // The agent observes the signal only once it is connected.
      const answer = await untilAborted(signal, callFollowing(call, String(url), init));
      finished(answer.body, deadline.stop);
      return standardResponse(answer, init.method);
    } catch (error) {
      deadline.abort(error);
      throw error;
    }
  };
}

interface Call {
  readonly agent: Agent;
  readonly allowedRanges: readonly AllowedRange[];
  readonly signal: AbortSignal;
  readonly redirectsMax: number;
}

async function callFollowing(call: Call, url: string, init: GuardedRequestInit): Promise<Dispatcher.ResponseData> {
  checkOutboundUrl(url, call.allowedRanges);
  let request = await readRequest(url, init);
  for (let redirects = 0; ; redirects += 1) {
    call.signal.throwIfAborted();
    const answer = await send(call, request);
    const location = redirectLocation(answer.statusCode, answer.headers["location"]);
    if (call.redirectsMax === 0 || location === undefined) return answer;

    answer.body.destroy();
    if (redirects === call.redirectsMax) throw new Error(`The request was redirected more than ${redirects} times.`);
    request = redirectedRequest(request, answer.statusCode, location);
    checkOutboundUrl(request.url.href, call.allowedRanges);
  }
}

// The standard Request validates method and headers, and provides the content type and the bytes of each kind of body.
async function readRequest(url: string, init: GuardedRequestInit): Promise<OutboundRequest> {
  const { method = "GET", headers = {}, body = null } = init;
  const request = new Request(url, { method, headers, body, duplex: "half" });
  const sent = new Headers(request.headers);
  // A custom Host would also change the name that TLS requests and verifies.
  sent.delete("host");
  sent.delete("content-length");
  // The bytes measured are the bytes read: no small response decompresses into a large one.
  sent.set("accept-encoding", "identity");
  return {
    url: new URL(url),
    method: request.method,
    headers: [...sent],
    secretNames: [],
    body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
  };
}

async function send(call: Call, request: OutboundRequest): Promise<Dispatcher.ResponseData> {
  const answer = await call.agent.request({
    origin: request.url.origin,
    path: `${request.url.pathname}${request.url.search}`,
    method: request.method,
    headers: request.headers.flat(),
    body: request.body,
    signal: call.signal,
  });
  // A dropped body fails without a listener, which would end the server. A reader still gets the error.
  answer.body.on("error", () => {});
  return answer;
}

const bodilessStatuses = [204, 205, 304];

/** The response as the global Response, not undici's: OpenID clients and others check for an instance of it. */
function standardResponse(answer: Dispatcher.ResponseData, method: string | undefined): Response {
  const head = {
    status: answer.statusCode,
    // undici decodes the reason phrase as UTF-8, while the standard uses one character per byte.
    statusText: Buffer.from(answer.statusText, "utf8").toString("latin1"),
    headers: standardHeaders(answer.headers),
  };
  if (method?.toUpperCase() !== "HEAD" && !bodilessStatuses.includes(answer.statusCode)) {
    return new Response(webStream(answer.body), head);
  }
  answer.body.resume();
  return new Response(null, head);
}

function standardHeaders(received: Dispatcher.ResponseData["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(received)) {
    for (const single of [value].flat()) headers.append(name, single);
  }
  return headers;
}

// Not Readable.toWeb: it turns a stream that has already failed into an empty one.
function webStream(body: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel() {
      body.destroy();
    },
  });
}
