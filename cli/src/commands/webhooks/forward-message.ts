import { createHmac } from "node:crypto";
import type { WebhookDelivery } from "@weft/client";

interface Target {
  readonly url: string;
  /** Signs like the service. Default: no signature. */
  readonly secret: string | undefined;
  readonly signal: AbortSignal;
}

/** The result of a forwarded message. */
export interface Forwarded {
  readonly deliveryId: string;
  readonly type: string;
  readonly entityReference: string | null;
  readonly answerStatus: number | null;
  readonly durationMs: number;
  readonly failure: string | null;
}

const timeoutMs = 30_000;

/** Sends the message of a delivery to another URL, with the headers of the service. */
export async function forwardMessage(delivery: WebhookDelivery, { url, secret, signal }: Target): Promise<Forwarded> {
  const { id, type, entityReference, payload } = delivery;
  const body = JSON.stringify(payload);
  const began = performance.now();
  const reported = (answerStatus: number | null, failure: string | null): Forwarded => {
    return {
      deliveryId: id,
      type,
      entityReference,
      answerStatus,
      durationMs: Math.round(performance.now() - began),
      failure,
    };
  };
  try {
    const answer = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", "user-agent": "weft-webhooks", ...idHeaders(id, body, secret) },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await answer.arrayBuffer();
    return reported(answer.status, null);
  } catch (error) {
    signal.throwIfAborted();
    return reported(null, reasonOf(error));
  }
}

/** As defined by Standard Webhooks. */
export function idHeaders(id: string, body: string, secret: string | undefined): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const named = { "webhook-id": id, "webhook-timestamp": timestamp };
  if (secret === undefined) return named;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { ...named, "webhook-signature": `v1,${signature}` };
}

/** Fetch hides the reason of a connection error in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}
