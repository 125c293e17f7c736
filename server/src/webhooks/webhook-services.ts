import type { KindServices } from "../entities/kind-verbs.ts";
import type { NodeHeartbeat } from "../platform/jobs/node-heartbeat.ts";
import type { Mailer } from "../platform/mail/send-mail.ts";
import type { AllowedRange } from "../platform/outbound/address-rules.ts";
import type { OutboundSender } from "../platform/outbound/outbound-sender.ts";
import type { SecretBox } from "../platform/secret-box.ts";

export interface WebhookServices extends KindServices {
  readonly secrets: SecretBox;
  readonly heartbeat: Pick<NodeHeartbeat, "id">;
  readonly outbound: OutboundSender;
  readonly outboundAllowedRanges: readonly AllowedRange[];
  readonly mailer: Mailer;
  readonly caps: { readonly webhooksMax: number };
}
