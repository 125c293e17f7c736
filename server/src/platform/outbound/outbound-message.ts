import type { FailureReason } from "./outbound-failure.ts";
import type { OutboundRefusal } from "./outbound-refused.ts";

export interface OutboundMessage {
  readonly url: string;
  readonly method: string;
  /** If names differ only in case, the later one is sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the headers that carry a secret: a redirect to another origin is followed without them. */
  readonly secretHeaders?: readonly string[] | undefined;
  readonly body: string | Uint8Array | undefined;
  /** From the call to the last byte of the response, including the wait for a connection and all redirects. */
  readonly timeoutMs: number;
  /** Where the response body is truncated. Default: 64 KiB. */
  readonly answerBytesMax?: number | undefined;
  /** With 0, the default, a redirect is a response like any other. */
  readonly redirectsMax?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type OutboundOutcome = OutboundAnswered | OutboundNotAllowed | OutboundFailed;

/** With any status: the receiver has responded. */
export interface OutboundAnswered {
  readonly kind: "answered";
  readonly status: number;
  /** Names in lower case; repeated ones are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body was longer, or might have been. */
  readonly isCut: boolean;
  /** The address that responded. */
  readonly address: string;
  readonly durationMs: number;
}

/** Our rules forbid the call, and no retry will change that. Nothing was sent to the forbidden address. */
interface OutboundNotAllowed extends Unanswered {
  readonly kind: "refused";
  readonly reason: OutboundRefusal;
}

interface OutboundFailed extends Unanswered {
  readonly kind: "failed";
  readonly reason: FailureReason;
}

interface Unanswered {
  /** Safe to show publicly: it contains the host, and no path, header or resolved address. */
  readonly message: string;
  /** For the log only: it may contain addresses. */
  readonly detail: string;
  readonly durationMs: number;
}
