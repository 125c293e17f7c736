import type { WebhookMessage } from "./webhook-message.ts";

/** Headers in any form that frameworks use: a Headers object, or a record in any case. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A message as received. */
export interface ReceivedWebhook {
  readonly headers: ReceivedHeaders;
  /** The original bytes or text: JSON that was parsed and serialized again is another body. */
  readonly body: string | Uint8Array;
  /** The webhook's secret, whsec_…; several during a rotation. */
  readonly secret: string | readonly string[];
  /** The allowed difference between the sender's clock and this one's. */
  readonly toleranceSeconds?: number | undefined;
  /** Default: the time of this machine. */
  readonly now?: Date | undefined;
}

/** Why a message is not trusted. */
export type WebhookRefusal =
  | "missing-header"
  | "malformed-header"
  | "too-old"
  | "too-new"
  | "wrong-signature"
  | "malformed-body";

/** A message that was not sent by the service, or not now. Respond with 400 or 401, and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** More signatures than any rotation needs; otherwise a sender could make us compare without limit. */
const signaturesMax = 16;

/** Returns the message if it has a recent signature of one of the secrets (Standard Webhooks); throws otherwise. */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookMessage> {
  const { headers, body, secret, toleranceSeconds = 300, now = new Date() } = received;
  const keys = [secret].flat().map(readSecret);
  const [id, timestamp, signatures] = signingHeaders(headers);
  requireTime(timestamp, now, toleranceSeconds);
  const bytes = bytesOf(body);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, readSignatures(signatures), keys))) {
    throw new WebhookVerificationError(
      "wrong-signature",
      "No signature matches this secret. Check that it is the webhook's secret, and that the body is unchanged.",
    );
  }
  return readMessage(bytes);
}

function bytesOf(body: ReceivedWebhook["body"]): Uint8Array {
  if (typeof body === "string") return new TextEncoder().encode(body);
  // By shape and not by instance: test runners have their own Uint8Array.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError("The body of a webhook must be the text or the bytes as received, before any parsing.");
}

const headerNames = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

function signingHeaders(headers: ReceivedHeaders): readonly [string, string, string] {
  const values = headerNames.map((name) => {
    const value = headerOf(headers, name);
    if (value === undefined || value === "") {
      throw new WebhookVerificationError("missing-header", `The header ${name} is missing.`);
    }
    return value;
  });
  const [id = "", timestamp = "", signatures = ""] = values;
  // With a full stop in the id, a part of the body could be passed off as the timestamp.
  if (id.includes(".") || !/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError("malformed-header", "webhook-id or webhook-timestamp is malformed.");
  }
  return [id, timestamp, signatures];
}

function headerOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? [];
  return typeof value === "object" ? value[0] : value;
}

/** By shape: frameworks have their own Headers. */
function isHeaders(headers: ReceivedHeaders): headers is Headers {
  return "get" in headers && typeof headers.get === "function";
}

function requireTime(timestamp: string, now: Date, toleranceSeconds: number): void {
  const ageSeconds = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  // NaN is never within the tolerance.
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError("too-new", `The message is ${-ageSeconds} s in the future. Check the clocks.`);
  }
  throw new WebhookVerificationError("too-old", `The message was sent ${ageSeconds} s ago.`);
}

/** The signatures of the only version; invalid base64 never matches. */
function readSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(" ", signaturesMax)
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => decodeBase64(signature.slice(3)))
    .filter((signature) => signature !== undefined);
}

function readSecret(text: string): Uint8Array<ArrayBuffer> {
  const key = typeof text === "string" ? decodeBase64(text.replace(/^whsec_/, "")) : undefined;
  if (key === undefined || key.length === 0) {
    throw new TypeError("The secret of a webhook must be whsec_ followed by base64, as shown when it was created.");
  }
  return key;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Every pair is compared, each in constant time: the timing must not reveal which one matches. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await Promise.all(
    keys.map((key) => crypto.subtle.importKey("raw", key, algorithm, false, ["verify"])),
  );
  const outcomes = await Promise.all(
    imported.flatMap((key) => signatures.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed))),
  );
  return outcomes.includes(true);
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

function readMessage(bytes: Uint8Array): WebhookMessage {
  try {
    const message: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isMessage(message)) return message;
  } catch {
    // Reported below, like JSON that is not a message.
  }
  throw new WebhookVerificationError("malformed-body", "The body is signed, but is not a webhook message.");
}

function isMessage(value: unknown): value is WebhookMessage {
  return typeof value === "object" && value !== null && "type" in value && "data" in value;
}
