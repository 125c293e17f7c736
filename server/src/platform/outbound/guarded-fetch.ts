import { finished, type Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import type { AllowedRange } from "./address-rules.ts";
import { checkOutboundUrl } from "./check-outbound-url.ts";
import { createGuardedConnector, type LookupAddresses } from "./guarded-connector.ts";
import { type OutboundRequest, redirectedRequest } from "./redirected-request.ts";

export interface GuardedFetchOptions {
  readonly allowedRanges: readonly AllowedRange[];
  /** From the call to the last byte of the answer, redirects included. */
  readonly timeoutMs?: number;
  /** Reading an answer fails where it grows beyond this. */
  readonly answerBytesMax?: number;
  /** With 0, the default, a redirect is an answer like any other. */
  readonly redirectsMax?: number;
  /** How names are resolved: by the system unless given. */
  readonly lookup?: LookupAddresses;
}

/** The part of the Fetch standard's RequestInit that is heeded. The body is held in memory, also a stream. */
export interface GuardedRequestInit {
  readonly method?: string | undefined;
  readonly headers?: Headers | Record<string, string> | [string, string][] | undefined;
  readonly body?: string | ArrayBuffer | Uint8Array | URLSearchParams | ReadableStream | null | undefined;
  /** "manual" returns a redirect as it is, whatever redirectsMax says. */
  readonly redirect?: "follow" | "manual" | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

export type GuardedFetch = (url: string | URL, init?: GuardedRequestInit) => Promise<Response>;

/** A fetch that reaches public addresses and the allowed ranges only. Throws OutboundRefused for anything else. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { allowedRanges, timeoutMs = 10_000, answerBytesMax = 1_048_576, redirectsMax = 0, lookup } = options;
  const agent = new Agent({
    connect: createGuardedConnector({ allowedRanges, timeoutMs, lookup }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: answerBytesMax,
  });
  return async (url, init = {}) => {
    checkOutboundUrl(String(url), allowedRanges);
    const deadline = startDeadline(timeoutMs, init.signal);
    try {
      const { signal } = deadline;
      const call = { agent, allowedRanges, signal, redirectsMax: init.redirect === "manual" ? 0 : redirectsMax };
      // The agent heeds the signal only once it is connected.
      const answer = await untilAborted(signal, callFollowing(call, url, init));
      finished(answer.body, deadline.stop);
      return asResponse(answer, init.method);
    } catch (error) {
      deadline.stop();
      throw error;
    }
  };
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

// Not AbortSignal.any with AbortSignal.timeout: a caller's signal may live as long as the server and would gather them.
function startDeadline(timeoutMs: number, callerSignal: AbortSignal | null | undefined): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(callerSignal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`The call took longer than ${timeoutMs} ms.`, "TimeoutError"));
  }, timeoutMs);
  callerSignal?.addEventListener("abort", abort, { once: true });
  if (callerSignal?.aborted) abort();
  const stop = () => {
    clearTimeout(timer);
    callerSignal?.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, stop };
}

function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

interface Call {
  readonly agent: Agent;
  readonly allowedRanges: readonly AllowedRange[];
  readonly signal: AbortSignal;
  readonly redirectsMax: number;
}

async function callFollowing(call: Call, url: string | URL, init: GuardedRequestInit): Promise<Dispatcher.ResponseData> {
  let request = await readRequest(url, init);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await send(call, request);
    const location = redirectLocation(answer);
    if (call.redirectsMax === 0 || location === undefined) return answer;

    answer.body.destroy();
    if (redirects === call.redirectsMax) throw new Error(`The call was redirected more than ${redirects} times.`);
    request = redirectedRequest(request, answer.statusCode, location);
    checkOutboundUrl(request.url.href, call.allowedRanges);
  }
}

// The standard Request checks method and headers, and knows the content type and the bytes of each kind of body.
async function readRequest(url: string | URL, init: GuardedRequestInit): Promise<OutboundRequest> {
  const { method = "GET", headers = {}, body = null } = init;
  const request = new Request(url, { method, headers, body, duplex: "half" });
  const sent = new Headers(request.headers);
  // A Host of its own would also change the name that TLS asks for and verifies.
  sent.delete("host");
  sent.delete("content-length");
  // What is measured is what is read: no small answer unpacks into a large one.
  sent.set("accept-encoding", "identity");
  return {
    url: new URL(url),
    method: request.method,
    headers: sent,
    body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
  };
}

function send(call: Call, request: OutboundRequest): Promise<Dispatcher.ResponseData> {
  return call.agent.request({
    origin: request.url.origin,
    path: `${request.url.pathname}${request.url.search}`,
    method: request.method,
    headers: [...request.headers].flat(),
    body: request.body,
    signal: call.signal,
  });
}

const redirectStatuses = [301, 302, 303, 307, 308];

function redirectLocation(answer: Dispatcher.ResponseData): string | undefined {
  return redirectStatuses.includes(answer.statusCode) ? answer.headers.location : undefined;
}

const bodilessStatuses = [204, 205, 304];

// The global Response, not the one of undici: that is the one OpenID clients and others know.
function asResponse(answer: Dispatcher.ResponseData, method: string | undefined): Response {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(answer.headers)) {
    for (const single of [value].flat()) headers.append(name, asByteString(single));
  }
  const head = { status: answer.statusCode, statusText: asByteString(answer.statusText), headers };
  if (method?.toUpperCase() !== "HEAD" && !bodilessStatuses.includes(answer.statusCode)) {
    return new Response(asWebStream(answer.body), head);
  }
  answer.body.resume();
  return new Response(null, head);
}

// undici reads headers as UTF-8, while the standard's Headers take one character for a byte.
function asByteString(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

// Not Readable.toWeb: it turns a stream that has already failed into an empty one.
function asWebStream(body: Readable): ReadableStream<Uint8Array> {
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
