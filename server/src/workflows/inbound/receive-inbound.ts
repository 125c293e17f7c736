import type { IncomingHttpHeaders } from "node:http";
import { requireActiveOrg } from "../../access/suspension.ts";
import type { JsonObject, JsonValue } from "../../platform/json-value.ts";
import { verifyMessage } from "../../platform/outbound/message-auth.ts";
import { Problem } from "../../platform/problem.ts";
import type { RequestParty } from "../../platform/request-party.ts";
import { isSameText, type SecretBox } from "../../platform/secret-box.ts";
import { listeningWorkflow } from "../triggers/draft-process.ts";
import { startListening } from "../triggers/start-processes.ts";
import type { WorkflowServices } from "../workflow-services.ts";
import { listActiveWorkflows } from "../workflow-store.ts";
import { openInboundSecrets } from "./inbound-webhook-kind.ts";
import { findInboundWebhookOfAnyOrg, type InboundWebhookRow } from "./inbound-webhook-store.ts";

export type InboundServices = Pick<WorkflowServices, "bus" | "db" | "expressions" | "secrets">;

interface InboundCall {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes, which the signature covers. */
  readonly bytes: Buffer;
  readonly parse: (bytes: Buffer) => JsonValue;
  /** Called when the call has proven itself. */
  readonly identify: (party: RequestParty) => void;
}

/** Starts the workflows that the webhook triggers. Calls with the same webhook-id or Idempotency-Key count as one. */
export async function receiveInbound(services: InboundServices, call: InboundCall): Promise<string[]> {
  const { db, secrets } = services;
  const webhook = await findInboundWebhookOfAnyOrg(db, call.id);
  // An unknown or disabled webhook returns the same error as a wrong secret.
  if (webhook === undefined || !webhook.is_active || !provesItself(webhook, secrets, call)) {
    throw webhookRefused();
  }
  await requireActiveOrg(db, webhook.org_id, ({ slug }) =>
    call.identify({ org: slug, actor: webhook.id, actorType: "inbound-webhook" }),
  );
  const triggerKey = `webhook|${webhook.id}`;
  const orgId = webhook.org_id;
  const triggerEvent = {
    triggerKey,
    occurredOn: new Date().toISOString(),
    body: call.parse(call.bytes),
    headers: harmlessHeaders(call.headers),
  };
  const key = keyOf(call.headers);
  const occasion = {
    triggerKey,
    triggerEvent,
    causes: [],
    actorId: webhook.created_by_id ?? "",
    ...(key === undefined ? {} : { startKey: `${triggerKey} ${key}` }),
  };
  return db.transaction(async (tx) => {
    const workflows = (await listActiveWorkflows(tx, orgId)).map(listeningWorkflow);
    const listening = workflows.filter(({ triggers }) => triggers.includes(triggerKey));
    return startListening(tx, { ...services, orgId }, listening, occasion);
  });
}

/** The same for an unknown id and a wrong secret, so that ids cannot be guessed. */
function webhookRefused(): Problem {
  return new Problem(
    "webhook-refused",
    "Send the secret of this inbound webhook as X-Webhook-Secret, or sign the body with it.",
  );
}

/** By the secret itself, or by a signature made with it. */
function provesItself(webhook: InboundWebhookRow, secrets: SecretBox, { headers, bytes }: InboundCall): boolean {
  const valid = openInboundSecrets(secrets, webhook);
  const shown = headers["x-webhook-secret"] ?? /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (typeof shown === "string") {
    return valid.some((secret) => isSameText(shown, secret));
  }
  return verifyMessage({ headers, body: bytes, secrets: valid, nowSeconds: Date.now() / 1000 });
}

function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers["webhook-id"] ?? headers["idempotency-key"];
  return typeof key === "string" ? key.slice(0, 255) : undefined;
}

// Headers that may contain a sender's credentials are not stored.
const secretNames = /authorization|cookie|secret|signature|token|key/i;
const headersMax = 50;

function harmlessHeaders(headers: IncomingHttpHeaders): JsonObject {
  const harmless = Object.entries(headers).filter(([name]) => !secretNames.test(name));
  return Object.fromEntries(
    harmless.slice(0, headersMax).map(([name, value]) => [name, String(value ?? "").slice(0, 1_000)]),
  );
}
