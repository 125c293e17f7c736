import type { FailureReason } from "./outbound-failure.ts";
import type { OutboundRefusal } from "./outbound-refused.ts";

export interface OutboundMessage {
  readonly url: string;
  readonly method: string;
  /** Of two spellings of a name the later one is sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the headers that carry a secret: a redirect to another origin is followed without them. */
  readonly secretHeaders?: readonly string[] | undefined;
  readonly body: string | Uint8Array | undefined;
  /** From the call to the last byte of the answer: waiting for a connection and all redirects included. */
  readonly timeoutMs: number;
  /** Where the answer's body is cut: 64 KiB unless given. */
  readonly answerBytesMax?: number | undefined;
  /** With 0, the default, a redirect is an answer like any other. */
  readonly redirectsMax?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type OutboundOutcome = OutboundAnswered | OutboundNotAllowed | OutboundFailed;

/** Whatever the status: the receiver has answered. */
export interface OutboundAnswered {
  readonly kind: "answered";
  readonly status: number;
  /** Names in lower case; several of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body continued, or might have. */
  readonly isCut: boolean;
  /** The address that answered. */
  readonly address: string;
  readonly durationMs: number;
}

/** Our rules forbid the call, and no retry will change that. Nothing was sent to the address that is forbidden. */
interface OutboundNotAllowed extends Unanswered {
  readonly kind: "refused";
  readonly reason: OutboundRefusal;
}

interface OutboundFailed extends Unanswered {
  readonly kind: "failed";
  readonly reason: FailureReason;
}

interface Unanswered {
  /** Fit for the public: it names the host, and no path, header or resolved address. */
  readonly message: string;
  /** For the log only: it may name addresses. */
  readonly detail: string;
  readonly durationMs: number;
}
