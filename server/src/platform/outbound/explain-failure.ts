import { isTimeout } from "./deadline.ts";
import { type FailureReason, OutboundFailure } from "./outbound-failure.ts";
import { OutboundRefused } from "./outbound-refused.ts";

/** The public explanation of a network, TLS or undici error. The error itself is the cause. */
export function explainFailure(error: unknown, host: string): OutboundFailure | OutboundRefused {
  if (error instanceof OutboundFailure || error instanceof OutboundRefused) return error;
  // The timeout of the whole call is reported elsewhere.
  const reason = isTimeout(error) ? "connect" : reasonOf(error);
  return new OutboundFailure(reason, explain(reason, codeOf(error), host), { cause: error });
}

/** The root cause of an error, for the log only: it may contain addresses. */
export function detailOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return detailOf(error.cause);
  // A failure to connect to several addresses has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(detailOf).join(", ");
  const [code, message] = [codeOf(error), messageOf(error)];
  return code === "" || message.includes(code) ? message : `${message} (${code})`;
}

/** Whether the other side has just closed the connection. */
export function isClosedConnection(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ECONNRESET" || code === "EPIPE" || (code === "UND_ERR_SOCKET" && !isBadAnswer(error));
}

function reasonOf(error: unknown): FailureReason {
  const code = codeOf(error);
  if (connectCodes.includes(code)) return "connect";
  if (certificateCodes.test(code) || /^(ERR_TLS_|ERR_SSL_|EPROTO$)/.test(code)) return "tls";
  return isBadAnswer(error) ? "answer" : "closed";
}

// undici's parse errors have lost their codes, and one code stands for both a closed connection and an unexpected
// response ("bad response", "bad upgrade"). A response that ends amid a chunk is one whose connection was closed.
function isBadAnswer(error: unknown): boolean {
  const message = messageOf(error);
  if (error instanceof Error && error.name === "HTTPParserError") return !message.includes("Invalid EOF state");
  const code = codeOf(error);
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

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
