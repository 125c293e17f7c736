/**
 * Why a call came to nothing:
 * message: what was to be sent is no HTTP message · dns: the host's name · connect: no connection in time or at all ·
 * proxy: the operator's proxy · tls: the encryption or the certificate · timeout: the message's time was over ·
 * busy: so it was before a connection to the host became free · closed: the connection broke · answer: it is no HTTP ·
 * redirects: too many of them · aborted: we gave it up ourselves.
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

/** A failure that we know more of than its code. The message is fit for the public; what is not stands in the cause. */
export class OutboundFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutboundFailure";
    this.reason = reason;
  }
}
