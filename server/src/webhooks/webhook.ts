import type { KindServices } from "../kinds/kind-verbs.ts";
import type { NodeHeartbeat } from "../platform/jobs/node-heartbeat.ts";
import type { Mailer } from "../platform/mail/send-mail.ts";
import type { AllowedRange } from "../platform/outbound/address-rules.ts";
import type { OutboundSender } from "../platform/outbound/outbound-sender.ts";
import type { SecretBox } from "../platform/secret-box.ts";

/** A webhook as stored. */
export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly events: string[];
  readonly filter: string | null;
  readonly auth_type: "header" | "hmac" | "none";
  readonly header_name: string | null;
  readonly secret: Buffer | null;
  readonly secret_hint: string | null;
  readonly secret_since: Date | null;
  readonly previous_secret: Buffer | null;
  readonly previous_secret_since: Date | null;
  readonly previous_secret_until: Date | null;
  readonly is_active: boolean;
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout_seconds: number;
  readonly disabled_reason: string | null;
  readonly disabled_on: Date | null;
  readonly failing_since: Date | null;
  readonly last_delivered_on: Date | null;
  readonly paused_until: Date | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly created_by_id: string | null;
  readonly updated_by_id: string | null;
}

/** How the receiver authenticates messages, with encrypted secrets. */
export type StoredAuth = Pick<
  WebhookRow,
  | "auth_type"
  | "header_name"
  | "secret"
  | "secret_hint"
  | "secret_since"
  | "previous_secret"
  | "previous_secret_since"
  | "previous_secret_until"
>;

/** The settings chosen by an administrator. */
export type WebhookDraft = StoredAuth &
  Pick<WebhookRow, "url" | "events" | "filter" | "is_active" | "description" | "headers" | "timeout_seconds">;

/** Notifies nodes of new deliveries of an org. */
export const webhooksTopic = "webhooks";

export interface WebhookServices extends KindServices {
  readonly secrets: SecretBox;
  readonly heartbeat: Pick<NodeHeartbeat, "id">;
  readonly outbound: OutboundSender;
  readonly outboundAllowedRanges: readonly AllowedRange[];
  readonly mailer: Mailer;
  readonly caps: { readonly webhooksMax: number };
}
