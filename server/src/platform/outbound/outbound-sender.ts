import { onFirstUse } from "../on-first-use.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { type AllowedRange, checkOutboundUrl } from "./address-rules.ts";
import { traceCall } from "./call-span.ts";
import { type Deadline, isTimeout, startDeadline } from "./deadline.ts";
import type { GuardedConnectorOptions } from "./guarded-connector.ts";
import type { OriginLanes } from "./origin-lanes.ts";
import type { LocatedAnswer } from "./outbound-connection.ts";
import { detailOf, explainFailure, OutboundError, OutboundRefusedError } from "./outbound-error.ts";
import { type OutboundAnswered, type OutboundMessage, type OutboundOutcome, readMessage } from "./outbound-message.ts";
import { redirectedRequest, redirectLocation } from "./redirected-request.ts";

export interface OutboundSenderOptions extends Omit<GuardedConnectorOptions, "timeoutMs"> {
  /** Each call is a span, and the receiver gets its name. */
  readonly tracer?: Tracer | undefined;
}

export interface OutboundSender {
  /** Never throws for failures of the receiver or the network. */
  readonly send: (message: OutboundMessage) => Promise<OutboundOutcome>;
  /** Cancels messages in progress and closes all connections. */
  readonly close: () => void;
}

const connectTimeoutMs = 10_000;
const answerBytesUsual = 65_536;

/** Sends messages only to public addresses and the allowed ranges, over connections that are kept alive. */
export function createOutboundSender(options: OutboundSenderOptions): OutboundSender {
  const { allowedRanges, tracer } = options;
  let opened: OriginLanes | undefined;
  const loadLanes = onFirstUse(async () => {
    opened = await loadOriginLanes(options);
    return opened;
  });
  const inProgress = new Set<Deadline>();
  let isClosed = false;
  const send = async (message: OutboundMessage): Promise<OutboundOutcome> => {
    const startedAt = performance.now();
    const deadline = startDeadline(message.timeoutMs, message.signal);
    inProgress.add(deadline);
    if (isClosed) deadline.abort(senderClosed());
    try {
      const lanes = await loadLanes();
      const answer = await sendFollowing({ lanes, allowedRanges, signal: deadline.signal }, message);
      return { ...presentAnswer(answer), durationMs: performance.now() - startedAt };
    } catch (error) {
      return { ...presentError(error), durationMs: performance.now() - startedAt };
    } finally {
      deadline.stop();
      inProgress.delete(deadline);
    }
  };
  return {
    send: tracer === undefined ? send : (message) => traceCall(tracer, message, send),
    close: () => {
      isClosed = true;
      for (const deadline of inProgress) deadline.abort(senderClosed());
      opened?.close();
    },
  };
}

/** With their HTTP client: many nodes send nothing. */
async function loadOriginLanes(options: OutboundSenderOptions): Promise<OriginLanes> {
  const { createConnectionOpener } = await import("./guarded-connector.ts");
  const { OriginLanes } = await import("./origin-lanes.ts");
  return new OriginLanes(createConnectionOpener({ ...options, timeoutMs: connectTimeoutMs }));
}

function senderClosed(): Error {
  return new Error("The sender was closed.");
}

interface Sending {
  readonly lanes: OriginLanes;
  readonly allowedRanges: readonly AllowedRange[];
  readonly signal: AbortSignal;
}

async function sendFollowing(sending: Sending, message: OutboundMessage): Promise<LocatedAnswer> {
  const { lanes, allowedRanges, signal } = sending;
  const { answerBytesMax = answerBytesUsual, redirectsMax = 0, timeoutMs } = message;
  let request = readMessage(message, allowedRanges);
  for (let redirects = 0; ; redirects += 1) {
    const { hostname } = request.url;
    if (signal.aborted) throw abortError(signal, hostname, timeoutMs);
    const answer = await lanes.exchange(request, { answerBytesMax, signal }).catch((error: unknown) => {
      throw error === signal.reason ? abortError(signal, hostname, timeoutMs) : explainFailure(error, hostname);
    });
    const location = redirectLocation(answer.status, answer.headers["location"]);
    if (redirectsMax === 0 || location === undefined) return answer;

    if (redirects === redirectsMax) {
      throw new OutboundError("redirects", `The request was redirected more than ${redirectsMax} times.`);
    }
    request = redirectedRequest(request, answer.status, location);
    checkOutboundUrl(request.url.href, allowedRanges);
  }
}

function abortError({ reason }: AbortSignal, host: string, timeoutMs: number): OutboundError {
  return isTimeout(reason)
    ? new OutboundError("timeout", `The host ${host} did not respond completely within ${timeoutMs} ms.`)
    : new OutboundError("aborted", "The request was aborted before the response.", { cause: reason });
}

type WithoutDuration<Outcome> = Outcome extends OutboundOutcome ? Omit<Outcome, "durationMs"> : never;

function presentAnswer(answer: LocatedAnswer): WithoutDuration<OutboundAnswered> {
  const headers = Object.entries(answer.headers).map(([name, value = ""]) => [name, [value].flat().join(", ")]);
  return { kind: "answered", ...answer, headers: Object.fromEntries(headers) };
}

function presentError(error: unknown): WithoutDuration<OutboundOutcome> {
  const detail = detailOf(error);
  if (error instanceof OutboundRefusedError)
    return { kind: "refused", reason: error.reason, message: error.message, detail };
  if (error instanceof OutboundError) return { kind: "failed", reason: error.reason, message: error.message, detail };
  throw error;
}
