import { errorCodeOf } from "../error-code.ts";
import { isTimeout } from "./deadline.ts";

/**
 * Why a call failed:
 * message: the message is not valid HTTP · dns: the host name did not resolve · connect: no connection, or none in time
 * ·
 * proxy: the operator's proxy · tls: the encryption or the certificate · timeout: the message timed out ·
 * busy: it timed out before a connection to the host became free · closed: the connection broke ·
 * answer: the response is not HTTP · redirects: too many redirects · aborted: we canceled it.
 */
export type FailureReason =
  | "message"
  | "dns"
  | "connect"
  | "proxy"
  | "tls"
  | "timeout"
  | "busy"
  | "closed"
  | "answer"
  | "redirects"
  | "aborted";

/** A failure with a known reason. The message is safe to show publicly; other details are in the cause. */
export class OutboundError extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutboundError";
    this.reason = reason;
  }
}

export type OutboundRefusal = "url" | "scheme" | "credentials" | "address";

/**
 * A call that our rules forbid. Every other failure of a call (name, connection, time, size) is an ordinary error. The
 * message is safe to show publicly; a resolved address is only in the cause, for the log.
 */
export class OutboundRefusedError extends Error {
  readonly reason: OutboundRefusal;

  constructor(reason: OutboundRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutboundRefusedError";
    this.reason = reason;
  }
}

/** The rejection of a host for one of its addresses. */
export function addressRefused(host: string, address: string): OutboundRefusedError {
  const message = `The host ${host} is or has an address that outbound requests may not reach. The operator can allow it with WEFT_OUTBOUND_ALLOW.`;
  return new OutboundRefusedError("address", message, { cause: new Error(`${host} resolves to ${address}`) });
}

/** The public explanation of a network, TLS or undici error. The error itself is the cause. */
export function explainFailure(error: unknown, host: string): OutboundError | OutboundRefusedError {
  if (error instanceof OutboundError || error instanceof OutboundRefusedError) return error;
  // The timeout of the whole call is reported elsewhere.
  const reason = isTimeout(error) ? "connect" : reasonOf(error);
  return new OutboundError(reason, explain(reason, errorCodeOf(error), host), { cause: error });
}

/** The root cause of an error, for the log only: it may contain addresses. */
export function detailOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return detailOf(error.cause);
  // A failure to connect to several addresses has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(detailOf).join(", ");
  const [code, message] = [errorCodeOf(error), messageOf(error)];
  return code === "" || message.includes(code) ? message : `${message} (${code})`;
}

/** Whether the other side has just closed the connection. */
export function isClosedConnection(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === "ECONNRESET" || code === "EPIPE" || (code === "UND_ERR_SOCKET" && !isBadAnswer(error));
}

function reasonOf(error: unknown): FailureReason {
  const code = errorCodeOf(error);
  if (connectCodes.includes(code)) return "connect";
  if (certificateCodes.test(code) || /^(ERR_TLS_|ERR_SSL_|EPROTO$)/.test(code)) return "tls";
  return isBadAnswer(error) ? "answer" : "closed";
}

// undici's parse errors have lost their codes, and one code stands for both a closed connection and an unexpected
// response ("bad response", "bad upgrade"). A response that ends amid a chunk is one whose connection was closed.
function isBadAnswer(error: unknown): boolean {
  const message = messageOf(error);
  if (error instanceof Error && error.name === "HTTPParserError") return !message.includes("Invalid EOF state");
  const code = errorCodeOf(error);
  return code === "UND_ERR_HEADERS_OVERFLOW" || (code === "UND_ERR_SOCKET" && message.startsWith("bad "));
}

const connectCodes = [
  "EACCES",
  "EADDRINUSE",
  "EADDRNOTAVAIL",
  "ECONNREFUSED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "EINVAL",
  "EMFILE",
  "ENETDOWN",
  "ENETUNREACH",
  "ETIMEDOUT",
];
// OpenSSL's names for errors in a certificate chain.
const certificateCodes = /CERT|_CRL_|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/;

function explain(reason: FailureReason, code: string, host: string): string {
  switch (reason) {
    case "connect":
      return `Could not connect to the host ${host}.`;
    case "tls":
      return explainTls(code, host);
    case "answer":
      return `The response of the host ${host} is not HTTP.`;
    default:
      return `The host ${host} closed the connection before its response was complete.`;
  }
}

function explainTls(code: string, host: string): string {
  if (code === "CERT_HAS_EXPIRED") return `The certificate of the host ${host} has expired.`;
  if (code === "CERT_NOT_YET_VALID") return `The certificate of the host ${host} is not valid yet.`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `The certificate of ${host} is for another name.`;
  return certificateCodes.test(code)
    ? `The certificate of the host ${host} is not signed by a trusted authority.`
    : `Could not make an encrypted connection to the host ${host}.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
