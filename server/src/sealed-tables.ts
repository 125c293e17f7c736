import { attemptSecrets } from "./access/sign-on/sign-on-attempt.ts";
import { signOnSecrets } from "./access/sign-on/sign-on-settings.ts";
import type { SealedTable } from "./platform/secrets/sealed-table.ts";
import { webhookSecrets } from "./webhooks/webhook-auth.ts";
import { workflowSecrets } from "./workflows/definition/task-secrets.ts";
import { inboundWebhookSecrets } from "./workflows/inbound/inbound-webhook-kind.ts";

/** All values that are encrypted with the service's secret. A test compares them with the schema. */
export const sealedTables: readonly SealedTable[] = [
  attemptSecrets,
  inboundWebhookSecrets,
  signOnSecrets,
  webhookSecrets,
  workflowSecrets,
];
