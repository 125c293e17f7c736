import { onTestFinished } from "vitest";
import type { OutboundMessage, OutboundOutcome } from "../outbound-message.ts";
import { createOutboundSender, type OutboundSender, type OutboundSenderOptions } from "../outbound-sender.ts";

/** A sender that is closed when the test ends. */
export function openSender(options: OutboundSenderOptions): OutboundSender {
  const sender = createOutboundSender(options);
  onTestFinished(() => sender.close());
  return sender;
}

/** Sends an ordinary message with the given changes. */
export function post(
  sender: OutboundSender,
  url: string,
  other: Partial<OutboundMessage> = {},
): Promise<OutboundOutcome> {
  return sender.send({ url, method: "POST", headers: {}, body: "{}", timeoutMs: 5_000, ...other });
}

/** The body of a response as text; for any other outcome, its kind. */
export function textOf(outcome: OutboundOutcome): string {
  return outcome.kind === "answered" ? Buffer.from(outcome.body).toString() : outcome.kind;
}
