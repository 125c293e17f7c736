import type { AllowedRange } from "./address-rules.ts";
import { checkOutboundUrl } from "./check-outbound-url.ts";
import { validateHeader } from "./header-rules.ts";
import { OutboundFailure } from "./outbound-failure.ts";
import type { OutboundMessage } from "./outbound-message.ts";
import type { HeaderPair, OutboundRequest } from "./redirected-request.ts";

const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

/** The request for a message. Its URL, method and headers may contain user data, and are validated. */
export function readMessage(message: OutboundMessage, allowedRanges: readonly AllowedRange[]): OutboundRequest {
  const url = checkOutboundUrl(message.url, allowedRanges);
  const method = message.method.toUpperCase();
  if (!methods.includes(method)) {
    throw new OutboundFailure("message", `Use one of the methods ${methods.join(", ")}.`);
  }
  const secretNames = (message.secretHeaders ?? []).map((name) => name.toLowerCase());
  return { url, method, headers: readHeaders(message.headers), secretNames, body: message.body ?? null };
}

function readHeaders(headers: Readonly<Record<string, string>>): HeaderPair[] {
  const pairs = new Map<string, HeaderPair>();
  for (const [name, value] of Object.entries(headers)) {
    const error = validateHeader(name, value);
    if (error !== undefined) throw new OutboundFailure("message", error);
    pairs.set(name.toLowerCase(), [name, value]);
  }
  // The bytes measured are the bytes read: no small response decompresses into a large one.
  pairs.set("accept-encoding", ["accept-encoding", "identity"]);
  return [...pairs.values()];
}
