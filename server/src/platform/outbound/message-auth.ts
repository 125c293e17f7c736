import assert from "node:assert";
import { createHmac, randomBytes } from "node:crypto";
import { isSameText } from "../secret-box.ts";

const secretPrefix = "whsec_";
/** More signatures than any rotation needs; without a limit a sender could make us compare indefinitely. */
const signaturesMax = 16;

interface SignedMessage {
  /** The same on every attempt, without a dot. */
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string | Uint8Array;
}

/** A new secret of the Standard Webhooks scheme. */
export function makeSigningSecret(): string {
  return secretPrefix + randomBytes(32).toString("base64");
}

/** The key in a secret such as "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw": 24 to 64 bytes in base64. */
export function readSigningSecret(text: string): Uint8Array | undefined {
  if (!text.startsWith(secretPrefix)) return undefined;
  const encoded = text.slice(secretPrefix.length);
  const key = Buffer.from(encoded, "base64");
  // Node skips characters that are not base64; only text that encodes back to itself is a secret.
  return key.length >= 24 && key.length <= 64 && key.toString("base64") === encoded ? key : undefined;
}

/** The headers that sign a message, with a signature for each secret. The newest secret comes first. */
export function signMessage(message: SignedMessage & { readonly secrets: readonly string[] }): Record<string, string> {
  const { id, timestampSeconds, body, secrets } = message;
  assert(id !== "" && !id.includes("."), "a message id is not empty and has no full stop");
  assert(Number.isSafeInteger(timestampSeconds), "a timestamp is in whole seconds");
  assert(secrets.length > 0, "a message is signed with a secret");
  const signatures = secrets.map((secret) => {
    const key = readSigningSecret(secret);
    assert(key, "a signing secret was stored that is none");
    return signatureOf(`${id}.${timestampSeconds}.`, body, key);
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signatures.join(" "),
  };
}

interface ReceivedMessage {
  /** Names in lower case, as in Node. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes as received: JSON that was parsed and serialized again is another body. */
  readonly body: string | Uint8Array;
  readonly secrets: readonly string[];
  readonly nowSeconds: number;
  readonly toleranceSeconds?: number;
}

/** Whether one of the secrets has signed the message within the tolerance. */
export function verifyMessage(message: ReceivedMessage): boolean {
  const { headers, body, secrets, nowSeconds, toleranceSeconds = 300 } = message;
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => headers[name],
  );
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof signatures !== "string") return false;
  // With a dot in the id, a part of the body could pass as the timestamp.
  if (id === "" || id.includes(".") || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) return false;

  const given = signatures.split(" ", signaturesMax);
  const expected = secrets
    .map(readSigningSecret)
    .filter((key) => key !== undefined)
    .map((key) => signatureOf(`${id}.${timestamp}.`, body, key));
  // Every pair is compared: the timing must not reveal which of them matches.
  const agreeing = expected.flatMap((wanted) => given.filter((signature) => isSameText(wanted, signature)));
  return agreeing.length > 0;
}

function signatureOf(head: string, body: string | Uint8Array, key: Uint8Array): string {
  return `v1,${createHmac("sha256", key).update(head).update(body).digest("base64")}`;
}

/** How a receiver authenticates our messages. With none it relies on our addresses. */
export type OutboundAuth =
  | { readonly type: "header"; readonly name: string; readonly value: string }
  /** The newest secret first; two during a rotation. */
  | { readonly type: "hmac"; readonly secrets: readonly string[] }
  | { readonly type: "none" };

/** The headers of one attempt. They must follow the user's own headers, so that those cannot replace them. */
export function authHeaders(auth: OutboundAuth, message: SignedMessage): Record<string, string> {
  switch (auth.type) {
    case "header":
      return { [auth.name]: auth.value };
    case "hmac":
      return signMessage({ ...message, secrets: auth.secrets });
    case "none":
      return {};
  }
}
