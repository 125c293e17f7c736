/**
 * Why a call failed:
 * message: the message is not valid HTTP · dns: the host name did not resolve · connect: no connection, or none in time
 * ·
 * proxy: the operator's proxy · tls: the encryption or the certificate · timeout: the message timed out ·
 * busy: it timed out before a connection to the host became free · closed: the connection broke ·
 * answer: the response is not HTTP · redirects: too many redirects · aborted: we cancelled it.
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
export class OutboundFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutboundFailure";
    this.reason = reason;
  }
}
