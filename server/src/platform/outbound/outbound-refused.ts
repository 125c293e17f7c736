export type OutboundRefusal = "url" | "scheme" | "credentials" | "address";

/**
 * A call that our rules forbid. Every other failure of a call (name, connection, time, size) is an ordinary error. The
 * message is safe to show publicly; a resolved address is only in the cause, for the log.
 */
export class OutboundRefused extends Error {
  readonly reason: OutboundRefusal;

  constructor(reason: OutboundRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutboundRefused";
    this.reason = reason;
  }
}

/** The rejection of a host for one of its addresses. */
export function addressRefused(host: string, address: string): OutboundRefused {
  const message = `The host ${host} is or has an address that outbound requests may not reach.`;
  return new OutboundRefused("address", message, { cause: new Error(`${host} resolves to ${address}`) });
}
