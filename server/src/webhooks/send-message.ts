import { authHeaders, type OutboundAuth } from "../platform/outbound/message-auth.ts";
import type { OutboundOutcome } from "../platform/outbound/outbound-message.ts";
import type { OutboundSender } from "../platform/outbound/outbound-sender.ts";
import type { WebhookRow } from "./webhook.ts";

/** The current URL and settings for messages of a webhook. */
export interface Target {
  readonly webhook: Pick<WebhookRow, "url" | "headers" | "timeout_seconds">;
  readonly auth: OutboundAuth;
}

/** The result of one attempt, without secrets. */
export interface Attempt {
  readonly startedOn: Date;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly answerStatus: number | null;
  readonly answerHeaders: Readonly<Record<string, string>> | null;
  readonly answerBody: string | null;
  readonly isAnswerCut: boolean;
  readonly failure: string | null;
}

const answerBytesMax = 65_536;
const hidden = "…";
const shownAnswerHeaders = ["content-type", "content-length", "date", "location", "retry-after", "server"];
const headerCharsMax = 1_000;

/** Makes one attempt. Never throws because of the receiver or the network. */
export async function sendMessage(
  outbound: OutboundSender,
  { webhook, auth }: Target,
  { id, body }: { readonly id: string; readonly body: string },
  signal?: AbortSignal,
): Promise<{ readonly outcome: OutboundOutcome; readonly attempt: Attempt }> {
  const startedOn = new Date();
  const timestampSeconds = Math.floor(startedOn.getTime() / 1_000);
  const own = {
    ...webhook.headers,
    "content-type": "application/json",
    "user-agent": "weft-webhooks",
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
  };
  const proof = authHeaders(auth, { id, timestampSeconds, body });
  const outcome = await outbound.send({
    url: webhook.url,
    method: "POST",
    headers: { ...own, ...proof },
    body,
    timeoutMs: webhook.timeout_seconds * 1_000,
    answerBytesMax,
    ...(signal === undefined ? {} : { signal }),
    spanAttributes: { "weft.delivery_id": id },
  });
  const hiddenProof = Object.fromEntries(Object.keys(proof).map((name) => [name, hidden]));
  const requestHeaders = { ...hiddenProof, ...own, ...outcome.traceHeaders };
  return { outcome, attempt: { startedOn, requestHeaders, ...answerOf(outcome) } };
}

/** An attempt that failed before anything was sent. */
export function failedAttempt(startedOn: Date, failure: string): Attempt {
  const nothing = { answerStatus: null, answerHeaders: null, answerBody: null, isAnswerCut: false };
  return { startedOn, durationMs: 0, requestHeaders: {}, ...nothing, failure };
}

function answerOf(outcome: OutboundOutcome): Omit<Attempt, "startedOn" | "requestHeaders"> {
  const durationMs = Math.round(outcome.durationMs);
  if (outcome.kind !== "answered") {
    const none = { answerStatus: null, answerHeaders: null, answerBody: null, isAnswerCut: false };
    return { durationMs, ...none, failure: outcome.message };
  }
  return {
    durationMs,
    answerStatus: outcome.status,
    answerHeaders: shownOf(outcome.headers),
    answerBody: textOf(outcome.body),
    isAnswerCut: outcome.isCut,
    failure: null,
  };
}

function shownOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => shownAnswerHeaders.includes(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, textWithoutNul(value).slice(0, headerCharsMax)]));
}

/** Untrusted bytes: invalid UTF-8 is replaced, and PostgreSQL rejects NUL. */
function textOf(bytes: Uint8Array): string {
  return textWithoutNul(new TextDecoder().decode(bytes));
}

function textWithoutNul(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}
