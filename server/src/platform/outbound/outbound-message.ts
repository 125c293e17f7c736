import type { SpanAttributes } from "../tracing/tracer.ts";
import { type AllowedRange, checkOutboundUrl } from "./address-rules.ts";
import { type FailureReason, OutboundError, type OutboundRefusal } from "./outbound-error.ts";
import type { HeaderPair, OutboundRequest } from "./redirected-request.ts";

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
  /** Of its span, besides those of any HTTP call. */
  readonly spanAttributes?: SpanAttributes | undefined;
}

export type OutboundOutcome = OutboundAnswered | OutboundNotAllowed | OutboundFailure;

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
  /** The headers that were added to name the span of the call. */
  readonly traceHeaders?: Readonly<Record<string, string>>;
}

/** Our rules forbid the call, and no retry will change that. Nothing was sent to the forbidden address. */
interface OutboundNotAllowed extends Unanswered {
  readonly kind: "refused";
  readonly reason: OutboundRefusal;
}

interface OutboundFailure extends Unanswered {
  readonly kind: "failed";
  readonly reason: FailureReason;
}

interface Unanswered {
  /** Safe to show publicly: it contains the host, and no path, header or resolved address. */
  readonly message: string;
  /** For the log only: it may contain addresses. */
  readonly detail: string;
  readonly durationMs: number;
  readonly traceHeaders?: Readonly<Record<string, string>>;
}

const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** The request for a message. Its URL, method and headers may contain user data, and are validated. */
export function readMessage(message: OutboundMessage, allowedRanges: readonly AllowedRange[]): OutboundRequest {
  const url = checkOutboundUrl(message.url, allowedRanges);
  const method = message.method.toUpperCase();
  if (!methods.includes(method)) {
    throw new OutboundError("message", `Use one of the methods ${methods.join(", ")}.`);
  }
  const secretNames = (message.secretHeaders ?? []).map((name) => name.toLowerCase());
  return { url, method, headers: readHeaders(message.headers), secretNames, body: message.body ?? null };
}

function readHeaders(headers: Readonly<Record<string, string>>): HeaderPair[] {
  const pairs = new Map<string, HeaderPair>();
  for (const [name, value] of Object.entries(headers)) {
    const error = validateHeader(name, value);
    if (error !== undefined) throw new OutboundError("message", error);
    pairs.set(name.toLowerCase(), [name, value]);
  }
  // The bytes measured are the bytes read: no small response decompresses into a large one.
  pairs.set("accept-encoding", ["accept-encoding", "identity"]);
  return [...pairs.values()];
}

const nameCharsMax = 256;
const valueCharsMax = 8_192;

// Hop-by-hop (RFC 9110, 7.6.1), or derived from the message itself.
const ownNames = [
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Why a custom header is invalid, as an actionable message; undefined if it is valid. */
export function validateHeader(name: string, value: string): string | undefined {
  return validateName(name) ?? validateValue(name, value);
}

function validateName(name: string): string | undefined {
  if (name === "") return "Specify the name of the header.";
  if (name.length > nameCharsMax) return `Shorten the header name to at most ${nameCharsMax} characters.`;
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    return `The header name ${JSON.stringify(name)} can only have letters, digits and !#$%&'*+-.^_\`|~.`;
  }
  const lower = name.toLowerCase();
  if (ownNames.includes(lower) || lower.startsWith("proxy-")) {
    return `The header ${name} belongs to the connection and is set by the service. Remove it.`;
  }
  return undefined;
}

// The value may be a secret: the message says where it is wrong, never what it is.
function validateValue(name: string, value: string): string | undefined {
  if (value.length > valueCharsMax) {
    return `Shorten the value of the header ${name} to at most ${valueCharsMax} characters.`;
  }
  const place = value.search(/[^\t\x20-\x7e\x80-\xff]/);
  if (place === -1) return undefined;
  return value.charCodeAt(place) > 0xff
    ? `The value of the header ${name} has a character outside Latin-1 at position ${place + 1}. Encode it.`
    : `The value of the header ${name} has a control character at position ${place + 1}, such as a line break. Remove it.`;
}
